//! What to do when a call fails: one bounded action.
//!
//! A card may be old or wrong, so that the server's refusal is the last word. Each failure has one action,
//! by the table in `recover/table.rs`; what was done before for the same call bounds what is still done.

mod attempt;
mod failure;
mod headers;
mod history;
mod next_plan;
mod recognize;
mod step;
mod table;

use std::sync::Arc;

use attempt::{Attempt, Obstacle};
use serde::Serialize;

use crate::card::CardReading;
use crate::codes::codes;
use crate::intent::{ExcludedInterface, Intent};
use crate::lock::Lockfile;
use crate::plan::CallPlan;
use crate::profile::ProfileReading;
use crate::words::list;

#[cfg(feature = "schema")]
pub use failure::forms;
pub use failure::{Failure, FailureKind};
pub use history::{History, read_history};
pub use recognize::read_failure;
pub use table::{On, RULES, Rule};

/// What to do about a failure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Action {
    /// What to do.
    pub action: ActionKind,
    /// What is wrong and what to do, for people.
    pub reason: String,
    /// Whether the agent is to be marked as degraded: it does not do what its card says, or what could be
    /// done about it was done.
    pub degraded: bool,
    /// Whether what failed may be sent again, with what the action changes. For a message it is true only
    /// where the server has refused it before doing anything, or recognises the same `messageId`. Other
    /// actions say by themselves what is to be sent.
    pub repeat: bool,
    /// What the failure was recognised as.
    pub error: FailureKind,
    /// The plan to go on with, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<CallPlan>>,
    /// How many seconds to wait, where the server says so; a day where it asks for more. Absent where it says
    /// a date without its own time: there is no clock here, and `reason` has the date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_seconds: Option<u32>,
    /// The scopes to obtain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// The interfaces that were refused, to be left out when the caller negotiates again by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<ExcludedInterface>,
    /// What is to be another way in the requests of the same plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestChange>,
}

impl Action {
    /// What is said before anything is found to be done.
    fn about(failure: &Failure, problem: &str) -> Self {
        let mut reason = problem.to_owned();
        if !failure.supported_versions.is_empty() {
            let versions = failure.supported_versions.iter().map(ToString::to_string);
            reason.push_str(", and says that it speaks ");
            reason.push_str(&list(versions, "and"));
        }
        reason.push_str("; ");
        Self {
            action: ActionKind::GiveUp,
            reason,
            degraded: false,
            repeat: false,
            error: failure.kind,
            plan: None,
            after_seconds: None,
            scopes: Vec::new(),
            exclude: Vec::new(),
            request: None,
        }
    }

    /// Says more.
    fn say(&mut self, words: &[&str]) {
        for word in words {
            self.reason.push_str(word);
        }
    }
}

/// A change to the requests of a plan, to be given to whatever builds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequestChange {
    /// The HTTP method to subscribe with: the specification's text has `POST`, its proto `GET`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscribe_method: Option<SubscribeMethod>,
    /// Whether the tenant goes into the path.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tenant_in_path: bool,
}

/// The HTTP method to subscribe with that the specification's text does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SubscribeMethod {
    /// As the proto has it.
    #[serde(rename = "GET")]
    Get,
}

codes! {
    /// What to do. Stable: a name is never changed or given another meaning.
    ActionKind {
        /// Go on with the plan that another interface gives, or with the same plan and other requests.
        Renegotiate "renegotiate";
        /// Fetch the card again, then ask once more about the same failure with the new card.
        RefreshCard "refreshCard";
        /// Go on by the next way of delivery.
        NextDelivery "nextDelivery";
        /// Go on with the public agent card.
        UsePublicCard "usePublicCard";
        /// Obtain the same credential anew.
        RefreshCredential "refreshCredential";
        /// Present the next credential that the card allows.
        NextCredential "nextCredential";
        /// Obtain a credential with more scopes.
        StepUpScopes "stepUpScopes";
        /// Wait.
        Wait "wait";
        /// Subscribe to the task.
        Resubscribe "resubscribe";
        /// Ask for the task until it ends.
        Poll "poll";
        /// Ask for the task.
        GetTask "getTask";
        /// Tell the caller; nothing more is to be done.
        Report "report";
        /// Give up.
        GiveUp "giveUp";
    }
}

/// What is known when a call fails.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryContext<'c> {
    /// What was done before for the same call.
    pub history: &'c History,
    /// The agent's card.
    pub card: Option<&'c CardReading>,
    /// The client. With card and profile, an action carries the next plan.
    pub profile: Option<&'c ProfileReading>,
    /// What the call is for; without it, a standard call of the plan's skill.
    pub intent: Option<&'c Intent>,
    /// What was reviewed of the card. No action goes beyond it.
    pub lock: Option<&'c Arc<Lockfile>>,
}

/// The one action that a failure calls for.
///
/// Pure and bounded: a call gets another plan at most once, what leaves the plan as it is is done at most
/// once each, and then the client gives up. A message that may have been taken is never sent again, unless
/// the agent is known to recognise its id.
#[must_use]
pub fn recover(plan: &CallPlan, failure: &Failure, context: &RecoveryContext<'_>) -> Action {
    let rule = table::rule(failure, plan);
    let attempt = Attempt { plan, failure, context };
    let mut action = Action::about(failure, rule.problem);
    let mut done_before = false;
    let mut obstacle = None;
    for step in rule.steps {
        if step.is_spent(context.history) {
            done_before = true;
            continue;
        }
        match attempt.make(*step, &mut action) {
            Ok(()) => return action,
            Err(Obstacle::NotOfThisCall) => {}
            Err(Obstacle::Because(why)) => obstacle = Some(why),
        }
    }
    match obstacle {
        Some(obstacle) => action.say(&[&obstacle, ", so "]),
        None if done_before => action.say(&["what could be done about it was done before, so "]),
        None => {}
    }
    action.say(&["give up"]);
    action.degraded = rule.degrades || done_before;
    if action.degraded {
        action.say(&[" and mark the agent as degraded"]);
    }
    if failure.may_be_a_send() && matches!(failure.kind, FailureKind::Network | FailureKind::Timeout) {
        action.say(&[", and do not send the message again, since it may have been taken"]);
    }
    action
}
