//! What would be done if the server failed: failures tried out on the plan of an accepted call, one after
//! the other, each with the one action that it calls for.

mod sample;
#[cfg(test)]
mod tests;

use a2a_negotiator::{
    Action, ActionKind, CallPlan, DeliveryMode, FailureKind, History, Operation, RecoveryContext,
    read_failure, recover,
};

use crate::judgement::Judgement;
use crate::operations::{is_send, own_send};
pub(crate) use sample::{SAMPLES, Sample};

/// A call as it stands between two failures.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The plan that it goes by.
    pub(crate) plan: CallPlan,
    /// What it is doing; none while it sends the message in the plan's own way.
    doing: Option<Operation>,
    history: History,
}

/// A failure, and what is done about it.
#[derive(Debug)]
pub(crate) struct Round {
    /// The call before.
    pub(crate) call: Call,
    /// The failure, as JSON.
    pub(crate) failure: String,
    /// What is done. More than one where the card is fetched again, and the same failure asked about again.
    pub(crate) actions: Vec<Action>,
}

/// The failures that were tried out.
#[derive(Debug)]
pub(crate) struct Trial {
    /// One for each failure.
    pub(crate) rounds: Vec<Round>,
    /// The call after them; none where it is over.
    pub(crate) next: Option<Call>,
}

impl Trial {
    /// Tries failures out, given by their places among [`SAMPLES`], until one ends the call or cannot
    /// happen to it.
    pub(crate) fn of(judgement: &Judgement, plan: &CallPlan, failures: &[usize]) -> Self {
        let mut trial = Self { rounds: Vec::new(), next: Some(Call::new(plan)) };
        for index in failures {
            let Some((call, sample)) = trial.next.as_ref().zip(SAMPLES.get(*index)) else { break };
            if !call.can_get(sample) {
                break;
            }
            let Some(round) = Round::of(judgement, call, sample) else { break };
            trial.next = round.call_after(sample);
            trial.rounds.push(round);
        }
        trial
    }

    /// Whether the agent is to be marked as degraded.
    pub(crate) fn is_degraded(&self) -> bool {
        self.rounds.iter().flat_map(|round| &round.actions).any(|action| action.degraded)
    }
}

impl Call {
    fn new(plan: &CallPlan) -> Self {
        Self { plan: plan.clone(), doing: None, history: History::default() }
    }

    /// What it is doing.
    fn operation(&self) -> Operation {
        self.doing.unwrap_or(own_send(&self.plan))
    }

    /// Whether a failure can happen to it.
    pub(crate) fn can_get(&self, sample: &Sample) -> bool {
        sample.is_of(&self.plan)
            && match sample.transport() {
                Some(FailureKind::StreamCut) => {
                    matches!(self.operation(), Operation::SendStreamingMessage | Operation::SubscribeToTask)
                }
                Some(FailureKind::PushSilent) => self.plan.delivery.mode == DeliveryMode::Push,
                _ => true,
            }
    }
}

impl Round {
    fn of(judgement: &Judgement, call: &Call, sample: &Sample) -> Option<Self> {
        let operation = sample.operation.unwrap_or(call.operation());
        // What waits for the end of a task has been told its id.
        let is_after_the_message =
            matches!(sample.transport(), Some(FailureKind::StreamCut | FailureKind::PushSilent));
        let has_task =
            is_after_the_message || !is_send(operation) && operation != Operation::GetExtendedAgentCard;
        let profile = &judgement.profile_read.reading.profile;
        let new = profile.extensions.iter().find(|uri| !call.plan.extensions.contains(uri));
        let extension = new.map_or("https://agent.example.com/extensions/another", String::as_str);
        let failure = sample.failure(&call.plan, operation, has_task, extension);
        let read = read_failure(&failure).ok()?;

        let mut history = call.history.clone();
        let mut actions = Vec::new();
        loop {
            let context = RecoveryContext {
                history: &history,
                card: Some(&judgement.card_read.reading),
                profile: Some(&judgement.profile_read.reading),
                intent: Some(&judgement.intent),
                lock: None,
            };
            let action = recover(&call.plan, &read, &context);
            history.note(&action);
            let asks_again = action.action == ActionKind::RefreshCard;
            actions.push(action);
            if !asks_again {
                break;
            }
        }
        Some(Self { call: call.clone(), failure, actions })
    }

    /// The plan to go on with, where it is another one.
    pub(crate) fn other_plan(&self) -> Option<&CallPlan> {
        self.actions.iter().rev().find_map(|action| action.plan.as_deref())
    }

    /// The call after it; none where it is over.
    fn call_after(&self, sample: &Sample) -> Option<Call> {
        let last = self.actions.last()?;
        let mut call = self.call.clone();
        for action in &self.actions {
            call.history.note(action);
        }
        if let Some(plan) = self.other_plan() {
            call.plan = plan.clone();
        }
        match last.action {
            ActionKind::GiveUp | ActionKind::Report => return None,
            ActionKind::Wait if !last.repeat => return None,
            ActionKind::Resubscribe => call.doing = Some(Operation::SubscribeToTask),
            ActionKind::Poll | ActionKind::GetTask => call.doing = Some(Operation::GetTask),
            ActionKind::UsePublicCard => call.doing = None,
            ActionKind::NextDelivery if !last.repeat => {
                call.doing = Some(match call.plan.delivery.mode {
                    DeliveryMode::Stream => Operation::SubscribeToTask,
                    DeliveryMode::Push => Operation::CreateTaskPushNotificationConfig,
                    DeliveryMode::Poll | DeliveryMode::None => Operation::GetTask,
                });
            }
            _ => call.doing = sample.operation.or(call.doing),
        }
        Some(call)
    }
}
