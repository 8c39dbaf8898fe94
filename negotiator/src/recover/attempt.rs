//! How each step is done, or why it cannot be.

use super::failure::{Failure, FailureKind};
use super::next_plan;
use super::step::Step;
use super::{Action, ActionKind, RecoveryContext, RequestChange, SubscribeMethod};
use crate::Operation;
use crate::card::SchemeKind;
use crate::plan::{CallPlan, Credential, Delivery};
use crate::profile::{ClientProfile, CredentialHeld};
use crate::words::{list, quote};

/// The binding whose paths and methods the specification writes in two ways.
const HTTP_JSON: &str = "HTTP+JSON";

/// The longest that is waited, in seconds: a day. A server could ask for a century.
const LONGEST_WAIT: u32 = 24 * 60 * 60;

/// What is said of a message for which the server has named a task.
const TAKEN: &str = ", and do not send the message again, since it was taken";

/// Why a step cannot be done. The action is then as it was.
pub(super) enum Obstacle {
    /// It has nothing to do with the call.
    NotOfThisCall,
    /// A clause that says why.
    Because(String),
}

impl From<&str> for Obstacle {
    fn from(why: &str) -> Self {
        Self::Because(why.to_owned())
    }
}

/// What steps are tried on.
pub(super) struct Attempt<'a> {
    pub(super) plan: &'a CallPlan,
    pub(super) failure: &'a Failure,
    pub(super) context: &'a RecoveryContext<'a>,
}

impl Attempt<'_> {
    /// Makes the action that of a step.
    pub(super) fn make(&self, step: Step, action: &mut Action) -> Result<(), Obstacle> {
        let Self { plan, failure, .. } = *self;
        match step {
            Step::Renegotiate => self.renegotiate(action)?,
            Step::TenantInPath => self.tenant_in_path(action)?,
            Step::RefreshCard => {
                self.implemented()?;
                action.say(&["fetch the card again, and ask again about this failure with it"]);
            }
            Step::NegotiateAnew => self.negotiate_anew(action)?,
            Step::NextDelivery => self.deliver(next_plan::next_delivery(&plan.delivery), action)?,
            Step::DeliveryWithoutPush => {
                let next = next_plan::delivery_without_push(&plan.delivery, failure.operation);
                self.deliver(next, action)?;
            }
            Step::UsePublicCard => action.say(&["go on with the public agent card"]),
            Step::RefreshCredential => {
                if plan.credentials.is_empty() {
                    return Err(Obstacle::NotOfThisCall);
                }
                action.say(&["obtain the same credential anew"]);
                self.send_again(action);
            }
            Step::NextCredential => self.next_credential(action)?,
            Step::MoreScopes => self.more_scopes(action)?,
            Step::Wait => self.wait(action),
            Step::SubscribeByGet if plan.binding != HTTP_JSON => return Err(Obstacle::NotOfThisCall),
            Step::Resubscribe | Step::SubscribeByGet | Step::Poll | Step::GetTask
                if failure.task_id.is_none() =>
            {
                action
                    .say(&["tell the caller, since no task id is known, and do not send the message again"]);
                action.action = ActionKind::Report;
                return Ok(());
            }
            Step::SubscribeByGet => {
                action.say(&["subscribe by `GET`, as the specification's proto has it"]);
                action.request = Some(RequestChange {
                    subscribe_method: Some(SubscribeMethod::Get),
                    tenant_in_path: false,
                });
            }
            Step::Resubscribe => action.say(&["subscribe to the task again"]),
            Step::Poll => action.say(&["ask for the task until it ends"]),
            Step::GetTask => action.say(&["ask for the task to see how it ended"]),
            Step::Report => action.say(&["tell the caller, and do not send the message again"]),
        }
        action.action = step.kind();
        Ok(())
    }

    /// Goes on with another interface.
    fn renegotiate(&self, action: &mut Action) -> Result<(), Obstacle> {
        let Self { plan, failure, context } = *self;
        if let Some((card, profile)) = next_plan::documents(context) {
            let (next, exclude) = next_plan::negotiated_elsewhere(plan, failure, context, card, profile);
            go_on_with(next.ok_or("no other interface of the card fits")?, action);
            action.exclude = exclude;
        } else {
            action.say(&["negotiate again with `exclude`"]);
            action.exclude.push(next_plan::refused(plan));
        }
        self.send_again(action);
        Ok(())
    }

    /// Sends the same to the path that has the tenant in it.
    fn tenant_in_path(&self, action: &mut Action) -> Result<(), Obstacle> {
        let Self { plan, failure, .. } = *self;
        let is_path = failure.kind != FailureKind::MethodNotAllowed;
        if plan.binding != HTTP_JSON || plan.tenant.is_none() || !is_path {
            return Err(Obstacle::NotOfThisCall);
        }
        action.say(&["put the tenant into the path"]);
        action.request = Some(RequestChange { subscribe_method: None, tenant_in_path: true });
        self.send_again(action);
        Ok(())
    }

    /// Goes on with what the card gives that was fetched again, and with the extensions that the server names.
    fn negotiate_anew(&self, action: &mut Action) -> Result<(), Obstacle> {
        let Self { plan, context, .. } = *self;
        let named = self.implemented()?;
        let mut obstacle = "the card was fetched again before";
        let mut next = None;
        if let Some((card, profile)) = next_plan::documents(context) {
            obstacle = "the card as fetched again gives the same plan";
            let (negotiated, _) = next_plan::negotiated(plan, context, card, profile, Vec::new());
            next = Some(negotiated.ok_or("the card as fetched again gives no plan")?);
        }
        let mut next = next.unwrap_or_else(|| Box::new(plan.clone()));
        next_plan::activate(&mut next, named);
        if *next == *plan {
            return Err(obstacle.into());
        }
        go_on_with(next, action);
        self.send_again(action);
        Ok(())
    }

    /// Presents the next alternative of the card's requirements.
    fn next_credential(&self, action: &mut Action) -> Result<(), Obstacle> {
        let Self { plan, context, .. } = *self;
        if context.lock.is_some() {
            return Err("no other credential was reviewed".into());
        }
        if let Some((card, profile)) = next_plan::documents(context) {
            let mut next = Box::new(plan.clone());
            next.credentials = next_plan::next_credentials(plan, context, card, profile)
                .ok_or("the client holds nothing else that the card takes")?;
            if next.credentials.is_empty() {
                action.say(&["call without a credential, which the card allows"]);
            } else {
                let schemes = next.credentials.iter().map(|credential| &credential.scheme);
                action.say(&["present ", &list(schemes, "and"), " instead"]);
            }
            action.plan = Some(next);
        } else {
            action.say(&["present the next of the alternatives that the card allows"]);
        }
        self.send_again(action);
        Ok(())
    }

    /// Obtains the scopes that the server names.
    fn more_scopes(&self, action: &mut Action) -> Result<(), Obstacle> {
        let Self { plan, failure, context } = *self;
        if failure.scopes.is_empty() {
            return Err("the server names no scope that is missing".into());
        }
        if context.lock.is_some() {
            return Err("no other scopes were reviewed".into());
        }
        let scopes = list(&failure.scopes, "and");
        let profile = context.profile.map(|profile| &profile.profile);
        if !plan.credentials.iter().any(|held| may_obtain(held, &failure.scopes, profile)) {
            return Err(Obstacle::Because(["the client cannot obtain ", &scopes].concat()));
        }
        action.say(&["obtain a credential with ", &scopes]);
        action.scopes.clone_from(&failure.scopes);
        self.send_again(action);
        Ok(())
    }

    /// Waits as long as the server says.
    fn wait(&self, action: &mut Action) {
        let Self { failure, context, .. } = *self;
        action.after_seconds = failure.after_seconds.map(|seconds| seconds.min(LONGEST_WAIT));
        match action.after_seconds {
            Some(seconds) => action.say(&["wait ", &seconds.to_string(), " seconds"]),
            None if !failure.until.is_empty() => {
                action.say(&["wait until ", &quote(&failure.until), ", as the server says"]);
            }
            None => action.say(&["wait a while, since the server does not say how long"]),
        }
        if action.after_seconds < failure.after_seconds {
            action.say(&[", which is the longest, though the server asks for more"]);
        }
        let is_recognised = context.profile.is_some_and(|profile| profile.profile.deduplicates);
        action.repeat = true;
        if failure.operation.is_some_and(Operation::is_idempotent) {
            action.say(&[", and send again what failed"]);
        } else if is_recognised && failure.may_be_a_send() && !failure.message_was_taken() {
            action
                .say(&[", and send the message again with the same `messageId`, which the agent recognises"]);
        } else {
            action.repeat = false;
            action.say(&[if failure.message_was_taken() {
            TAKEN
        } else if failure.may_be_a_send() {
            ", and do not send the message again: it may have been taken, and the agent is not known to recognise its `messageId`; then look among the agent's tasks for that of the message, or let a person decide"
        } else {
            ", and do not send it again, since it may have been done"
        }]);
        }
    }

    /// Lets what failed be sent again, unless it is a message that was taken.
    fn send_again(&self, action: &mut Action) {
        let failure = self.failure;
        let may_be_taken = failure.reply_may_be_taken();
        action.repeat = !failure.message_was_taken() && !may_be_taken;
        action.say(&[match action.repeat {
        true => ", and send again what was refused",
        false if may_be_taken => {
            ", and do not send the message again, since servers are known to say so of one that they have taken: look at its task"
        }
        false => TAKEN,
    }]);
    }

    fn deliver(&self, delivery: Option<Delivery>, action: &mut Action) -> Result<(), Obstacle> {
        let delivery = delivery.ok_or("no other way of delivery is left")?;
        action.say(&["go on by ", delivery.mode.as_str()]);
        let mut next = Box::new(self.plan.clone());
        next.delivery = delivery;
        action.plan = Some(next);
        // What is no message was about push itself, which is given up.
        if self.failure.may_be_a_send() {
            self.send_again(action);
        }
        Ok(())
    }

    /// The extensions that the server names and the client implements; an obstacle where it names another.
    fn implemented(&self) -> Result<Vec<&String>, Obstacle> {
        let Self { failure, context, .. } = *self;
        let Some(profile) = context.profile else { return Ok(Vec::new()) };
        if failure.kind != FailureKind::ExtensionSupportRequired {
            return Ok(Vec::new());
        }
        let own = &profile.profile.extensions;
        if let Some(other) = failure.extensions.iter().find(|uri| !own.contains(uri)) {
            let why = ["the client does not implement ", &quote(other), ", and must not say that it does"];
            return Err(Obstacle::Because(why.concat()));
        }
        let is_named =
            |uri: &&String| failure.extensions.contains(uri) || failure.message.contains(uri.as_str());
        Ok(own.iter().filter(is_named).collect())
    }
}

fn go_on_with(plan: Box<CallPlan>, action: &mut Action) {
    let interface = [&plan.binding, " ", &plan.version.text()].concat();
    action.say(&["go on with ", &quote(&interface), " at ", &quote(&plan.url)]);
    action.plan = Some(plan);
}

/// Whether a credential may come with scopes, as far as is known.
fn may_obtain(credential: &Credential, scopes: &[String], profile: Option<&ClientProfile>) -> bool {
    if matches!(credential.kind, SchemeKind::ApiKey | SchemeKind::MutualTls) {
        return false;
    }
    let Some(profile) = profile else { return true };
    profile.credentials.iter().any(|held| {
        let is_it = match held {
            CredentialHeld::Name(name) | CredentialHeld::Named { name, .. } => *name == credential.scheme,
            CredentialHeld::Kind { kind, .. } => SchemeKind::from(*kind) == credential.kind,
        };
        is_it && held.scopes().is_none_or(|held| scopes.iter().all(|scope| held.contains(scope)))
    })
}
