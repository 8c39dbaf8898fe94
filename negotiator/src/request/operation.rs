//! The operations of the protocol.

use serde::Serialize;

use crate::json::Json;
use crate::pointer::Path;
use crate::shape::{FromJson, Mistakes};

use super::table::named_on_the_wire;

/// An operation of the protocol (specification 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Operation {
    /// Sends a message, and is answered by a task or a message.
    SendMessage,
    /// Sends a message, and is answered by a stream of updates.
    SendStreamingMessage,
    /// Asks for the state of a task.
    GetTask,
    /// Asks for the tasks that fit a filter. Not in 0.2 and not on every binding of 0.3.
    ListTasks,
    /// Asks for the end of a task before its time.
    CancelTask,
    /// Follows the updates of a task that runs.
    SubscribeToTask,
    /// Names a callback for the updates of a task.
    CreateTaskPushNotificationConfig,
    /// Asks for one callback of a task.
    GetTaskPushNotificationConfig,
    /// Asks for all callbacks of a task.
    ListTaskPushNotificationConfigs,
    /// Takes a callback of a task away.
    DeleteTaskPushNotificationConfig,
    /// Asks for the agent card that authenticated callers are shown.
    GetExtendedAgentCard,
}

impl Operation {
    /// All operations, in the specification's order.
    pub const ALL: [Self; 11] = [
        Self::SendMessage,
        Self::SendStreamingMessage,
        Self::GetTask,
        Self::ListTasks,
        Self::CancelTask,
        Self::SubscribeToTask,
        Self::CreateTaskPushNotificationConfig,
        Self::GetTaskPushNotificationConfig,
        Self::ListTaskPushNotificationConfigs,
        Self::DeleteTaskPushNotificationConfig,
        Self::GetExtendedAgentCard,
    ];

    /// Whether the operation sends a message.
    pub(crate) const fn sends(self) -> bool {
        matches!(self, Self::SendMessage | Self::SendStreamingMessage)
    }

    /// The operation as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SendMessage => "sendMessage",
            Self::SendStreamingMessage => "sendStreamingMessage",
            Self::GetTask => "getTask",
            Self::ListTasks => "listTasks",
            Self::CancelTask => "cancelTask",
            Self::SubscribeToTask => "subscribeToTask",
            Self::CreateTaskPushNotificationConfig => "createTaskPushNotificationConfig",
            Self::GetTaskPushNotificationConfig => "getTaskPushNotificationConfig",
            Self::ListTaskPushNotificationConfigs => "listTaskPushNotificationConfigs",
            Self::DeleteTaskPushNotificationConfig => "deleteTaskPushNotificationConfig",
            Self::GetExtendedAgentCard => "getExtendedAgentCard",
        }
    }
}

impl Operation {
    /// Whether the operation is a message to the agent, which must not reach it twice.
    #[must_use]
    pub const fn is_send(self) -> bool {
        matches!(self, Self::SendMessage | Self::SendStreamingMessage)
    }

    /// Whether doing the operation twice does no more than doing it once (specification 3.3.1).
    #[must_use]
    pub const fn is_idempotent(self) -> bool {
        !self.is_send() && !matches!(self, Self::CreateTaskPushNotificationConfig)
    }
}

impl FromJson for Operation {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let text = json.as_str().unwrap_or_default();
        if let Some(operation) = Self::ALL.into_iter().find(|operation| operation.as_str() == text) {
            return Some(operation);
        }
        mistakes.not_among(json, path, &Self::ALL.map(Self::as_str), named_on_the_wire(text));
        None
    }
}
