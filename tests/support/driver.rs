//! A client that does what actions say, against a server that fails as it likes; for laws about sequences of
//! failures.

use a2a_negotiator::{
    Action, ActionKind, CallPlan, CardReading, DeliveryMode, Failure, FailureKind, History, Intent,
    Operation, ProfileReading, RecoveryContext, recover,
};

/// What a client has and has done.
pub(crate) struct Driver<'d> {
    pub(crate) card: Option<&'d CardReading>,
    pub(crate) profile: Option<&'d ProfileReading>,
    pub(crate) intent: Option<&'d Intent>,
    pub(crate) plan: CallPlan,
    history: History,
    operation: Operation,
    task_id: Option<String>,
    /// How often the message was sent.
    pub(crate) sent: usize,
    /// How often it went out although the server may have taken it before.
    pub(crate) sent_in_doubt: usize,
    /// How often the plan became another one.
    pub(crate) plans: usize,
    pub(crate) actions: Vec<Action>,
}

/// How a server fails.
#[derive(Clone, Debug)]
pub(crate) struct Mishap {
    pub(crate) failure: Failure,
    /// Whether the server names the task before it fails.
    pub(crate) names_the_task: bool,
    /// Whether the message goes on with a task, and may be taken although it is refused.
    pub(crate) is_reply: bool,
}

impl<'d> Driver<'d> {
    pub(crate) fn new(
        plan: CallPlan,
        (card, profile, intent): (Option<&'d CardReading>, Option<&'d ProfileReading>, Option<&'d Intent>),
    ) -> Self {
        let operation = first_operation(&plan);
        Self {
            card,
            profile,
            intent,
            plan,
            history: History::default(),
            operation,
            task_id: None,
            sent: 1,
            sent_in_doubt: 0,
            plans: 0,
            actions: Vec::new(),
        }
    }

    /// Meets a failure; whether the call goes on.
    pub(crate) fn meet(&mut self, mishap: &Mishap) -> bool {
        if mishap.names_the_task {
            self.task_id.get_or_insert_with(|| "t-1".to_owned());
        }
        let mut failure = mishap.failure.clone();
        failure.operation = Some(self.operation);
        failure.task_id.clone_from(&self.task_id);
        failure.message_task_id = mishap.is_reply.then(|| "t-1".to_owned());
        let mut action = self.ask(&failure);
        if action.action == ActionKind::RefreshCard {
            // The card is the same again; the question is asked again.
            action = self.ask(&failure);
        }
        if let Some(plan) = &action.plan
            && **plan != self.plan
        {
            self.plans += 1;
            self.plan = (**plan).clone();
        }
        if action.repeat {
            if self.operation.is_send() {
                self.sent += 1;
                let is_in_doubt = mishap.is_reply && failure.kind == FailureKind::UnsupportedOperation;
                if !refuses(failure.kind) || mishap.names_the_task || is_in_doubt {
                    self.sent_in_doubt += 1;
                }
                self.operation = first_operation(&self.plan);
            }
            return true;
        }
        match action.action {
            ActionKind::Resubscribe => self.operation = Operation::SubscribeToTask,
            ActionKind::Poll | ActionKind::GetTask => self.operation = Operation::GetTask,
            ActionKind::Report | ActionKind::GiveUp => return false,
            // Whatever else is not repeated goes on with the task, if there is one.
            _ if self.task_id.is_some() => self.operation = Operation::GetTask,
            _ => return false,
        }
        true
    }

    fn ask(&mut self, failure: &Failure) -> Action {
        let context = RecoveryContext {
            history: &self.history,
            card: self.card,
            profile: self.profile,
            intent: self.intent,
            lock: None,
        };
        let action = recover(&self.plan, failure, &context);
        self.history.note(&action);
        self.actions.push(action.clone());
        action
    }
}

fn first_operation(plan: &CallPlan) -> Operation {
    if plan.delivery.mode == DeliveryMode::Stream {
        Operation::SendStreamingMessage
    } else {
        Operation::SendMessage
    }
}

/// Whether a server that fails so has refused a message before doing anything about it.
fn refuses(kind: FailureKind) -> bool {
    use FailureKind as F;
    matches!(
        kind,
        F::VersionNotSupported
            | F::ContentTypeNotSupported
            | F::ExtensionSupportRequired
            | F::UnsupportedOperation
            | F::PushNotificationNotSupported
            | F::MethodNotFound
            | F::NotFound
            | F::MethodNotAllowed
            | F::Unauthenticated
            | F::Forbidden
    )
}
