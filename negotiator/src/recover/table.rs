//! What is done about which failure, as data.

use super::failure::FailureKind;
use super::step::Step;
use crate::{CallPlan, DeliveryMode, Failure, Operation};

use FailureKind as F;

/// What is done about some kinds of failure.
#[derive(Debug)]
pub struct Rule {
    /// The kinds of failure.
    pub failures: &'static [FailureKind],
    /// The operations that the rule is for.
    pub on: On,
    /// What is done, the first that is possible and was not done before; then the client gives up.
    pub(super) steps: &'static [Step],
    /// Whether giving up marks the agent as degraded even where nothing was tried.
    pub degrades: bool,
    /// What is wrong, for people.
    pub(super) problem: &'static str,
}

impl Rule {
    /// What is done, in words, in order.
    pub fn steps(&self) -> impl Iterator<Item = &'static str> {
        self.steps.iter().map(|step| step.words())
    }
}

/// The operations that a rule is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// All that no earlier rule is for.
    Any,
    /// Sending a message that is answered by a stream.
    Stream,
    /// Subscribing to a task.
    Subscribe,
    /// Asking for the extended agent card.
    ExtendedCard,
}

impl On {
    /// The operations in words; empty for all.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Stream => "on a stream",
            Self::Subscribe => "on subscribing",
            Self::ExtendedCard => "on the extended card",
        }
    }

    fn is_for(self, failure: &Failure, plan: &CallPlan) -> bool {
        match failure.operation {
            _ if self == Self::Any => true,
            Some(Operation::SendStreamingMessage) => self == Self::Stream,
            Some(Operation::SubscribeToTask) => self == Self::Subscribe,
            Some(Operation::GetExtendedAgentCard) => self == Self::ExtendedCard,
            Some(_) => false,
            None => {
                self == Self::Stream
                    && plan.delivery.mode == DeliveryMode::Stream
                    && failure.task_id.is_none()
            }
        }
    }
}

/// The rule for a failure.
pub(super) fn rule(failure: &Failure, plan: &CallPlan) -> &'static Rule {
    let of_failure = |rule: &&Rule| rule.failures.contains(&failure.kind) && rule.on.is_for(failure, plan);
    RULES.iter().find(of_failure).unwrap_or(&OTHER)
}

const OTHER: Rule = Rule {
    failures: &[F::Internal, F::Network, F::Unreachable, F::Timeout, F::Other],
    on: On::Any,
    steps: &[],
    degrades: true,
    problem: "the server or the way to it has failed",
};

/// What is done about each failure. The first rule that fits is taken.
pub static RULES: &[Rule] = &[
    Rule {
        failures: &[F::VersionNotSupported],
        on: On::Any,
        steps: &[Step::Renegotiate],
        degrades: true,
        problem: "the server does not speak the version that its card says",
    },
    Rule {
        failures: &[F::ContentTypeNotSupported],
        on: On::Any,
        steps: &[Step::RefreshCard, Step::NegotiateAnew],
        degrades: true,
        problem: "the server does not take a media type of the message",
    },
    Rule {
        failures: &[F::ExtensionSupportRequired],
        on: On::Any,
        steps: &[Step::RefreshCard, Step::NegotiateAnew],
        degrades: true,
        problem: "the server requires an extension that was not activated",
    },
    Rule {
        failures: &[F::UnsupportedOperation],
        on: On::Stream,
        steps: &[Step::NextDelivery],
        degrades: true,
        problem: "the server does not stream",
    },
    Rule {
        // 0.3 names no error for a task that has ended, and the official Python server of 0.3 says this.
        failures: &[F::UnsupportedOperation, F::InvalidParams],
        on: On::Subscribe,
        steps: &[Step::GetTask, Step::Poll],
        degrades: true,
        problem: "the server does not let the task be subscribed to, which may mean that it has ended",
    },
    Rule {
        failures: &[F::UnsupportedOperation],
        on: On::ExtendedCard,
        steps: &[Step::UsePublicCard],
        degrades: true,
        problem: "the server has no extended agent card",
    },
    Rule {
        failures: &[F::UnsupportedOperation],
        on: On::Any,
        steps: &[],
        degrades: true,
        problem: "the server does not support the operation; a task that has ended takes no message",
    },
    Rule {
        failures: &[F::PushNotificationNotSupported],
        on: On::Any,
        steps: &[Step::DeliveryWithoutPush],
        degrades: true,
        problem: "the server does not send push notifications",
    },
    Rule {
        failures: &[F::ExtendedAgentCardNotConfigured],
        on: On::Any,
        steps: &[Step::UsePublicCard],
        degrades: true,
        problem: "the server has no extended agent card",
    },
    Rule {
        failures: &[F::TaskNotFound],
        on: On::Any,
        steps: &[Step::Report],
        degrades: false,
        problem: "the task is lost, or not this client's",
    },
    Rule {
        failures: &[F::TaskNotCancelable],
        on: On::Any,
        steps: &[Step::GetTask],
        degrades: true,
        problem: "the task cannot be cancelled, since it has ended",
    },
    Rule {
        failures: &[F::InvalidAgentResponse],
        on: On::Any,
        steps: &[],
        degrades: true,
        problem: "the agent's own answer broke the protocol",
    },
    Rule {
        failures: &[F::MethodNotFound, F::NotFound, F::MethodNotAllowed],
        on: On::Subscribe,
        steps: &[Step::SubscribeByGet, Step::TenantInPath, Step::Renegotiate, Step::Poll],
        degrades: true,
        problem: "the server does not know the operation here",
    },
    Rule {
        failures: &[F::MethodNotFound, F::NotFound, F::MethodNotAllowed],
        on: On::Any,
        steps: &[Step::TenantInPath, Step::Renegotiate],
        degrades: true,
        problem: "the server does not know the operation here, as if it were another version or binding",
    },
    Rule {
        failures: &[F::Unauthenticated],
        on: On::Any,
        steps: &[Step::RefreshCredential, Step::NextCredential],
        degrades: true,
        problem: "the server does not take the credential",
    },
    Rule {
        failures: &[F::Forbidden],
        on: On::Any,
        steps: &[Step::MoreScopes],
        degrades: false,
        problem: "the credential does not allow this",
    },
    Rule {
        failures: &[F::TooManyRequests, F::Unavailable],
        on: On::Any,
        steps: &[Step::Wait],
        degrades: true,
        problem: "the server is busy",
    },
    Rule {
        failures: &[F::StreamCut],
        on: On::Any,
        steps: &[Step::Resubscribe, Step::Poll],
        degrades: true,
        problem: "the stream was cut, which does not end the task",
    },
    Rule {
        failures: &[F::PushSilent],
        on: On::Any,
        steps: &[Step::Poll],
        degrades: true,
        problem: "no push notification came",
    },
    Rule {
        failures: &[F::BadRequest, F::ContentTooLarge, F::InvalidParams, F::InvalidRequest, F::JsonParse],
        on: On::Any,
        steps: &[],
        degrades: false,
        problem: "the request is wrong, and would be so again",
    },
    OTHER,
];
