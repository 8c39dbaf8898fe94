//! What each operation is on the wire: names, HTTP verbs, paths and fields, in both generations.

use super::Operation::{
    self, CancelTask, CreateTaskPushNotificationConfig, DeleteTaskPushNotificationConfig,
    GetExtendedAgentCard, GetTask, GetTaskPushNotificationConfig, ListTaskPushNotificationConfigs, ListTasks,
    SendMessage, SendStreamingMessage, SubscribeToTask,
};

/// An option's name, the field's name in 1.0, and its name in the JSON-RPC parameters of 0.3; an empty name
/// is that of no field.
type Field = (&'static str, &'static str, &'static str);

/// An operation on the wire.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) operation: Operation,
    /// The method over JSON-RPC in 0.3; empty where there is none.
    pub(super) json_rpc_0_3: &'static str,
    /// The method over gRPC in 0.3; empty where there is none.
    pub(super) grpc_0_3: &'static str,
    /// The HTTP verb over HTTP+JSON, as the specification's text has it.
    pub(super) verb: &'static str,
    /// The path over HTTP+JSON in 1.0, with the names of options in braces.
    pub(super) path: &'static str,
    /// Whether the answer is a stream.
    pub(super) streams: bool,
    /// How many of the fields, from the first, must be given.
    pub(super) required: usize,
    /// The fields that options go into.
    pub(super) fields: &'static [Field],
    /// The options that go elsewhere.
    pub(super) other_options: &'static [&'static str],
}

const TASK: Field = ("taskId", "id", "id");
const TASK_OF_CONFIG: Field = ("taskId", "taskId", "id");
const CONFIG: Field = ("configId", "id", "pushNotificationConfigId");
const HISTORY: Field = ("historyLength", "historyLength", "historyLength");
const METADATA: Field = ("metadata", "metadata", "metadata");
const OF_SEND: &[&str] = &["metadata", "historyLength", "configId", "pushToken"];
const OF_SUBSCRIBE: &[&str] = &["subscribeMethod"];
const CONFIGS: &str = "/tasks/{taskId}/pushNotificationConfigs";
const ONE_CONFIG: &str = "/tasks/{taskId}/pushNotificationConfigs/{configId}";

#[rustfmt::skip]
static ROWS: [Row; 11] = [
    row(SendMessage, "message/send", "SendMessage", "POST", "/message:send", 0, &[], OF_SEND),
    row(SendStreamingMessage, "message/stream", "SendStreamingMessage", "POST", "/message:stream", 0, &[], OF_SEND),
    row(GetTask, "tasks/get", "GetTask", "GET", "/tasks/{taskId}", 1, &[TASK, HISTORY], &[]),
    row(ListTasks, "", "", "GET", "/tasks", 0, &[
        ("contextId", "contextId", ""), ("status", "status", ""), ("pageSize", "pageSize", ""), ("pageToken", "pageToken", ""),
        HISTORY, ("statusTimestampAfter", "statusTimestampAfter", ""), ("includeArtifacts", "includeArtifacts", ""),
    ], &[]),
    row(CancelTask, "tasks/cancel", "CancelTask", "POST", "/tasks/{taskId}:cancel", 1, &[TASK, METADATA], &[]),
    row(SubscribeToTask, "tasks/resubscribe", "TaskSubscription", "POST", "/tasks/{taskId}:subscribe", 1, &[TASK], OF_SUBSCRIBE),
    row(CreateTaskPushNotificationConfig, "tasks/pushNotificationConfig/set", "CreateTaskPushNotificationConfig", "POST", CONFIGS, 1,
        &[("taskId", "taskId", "taskId")], &["configId", "pushToken"]),
    row(GetTaskPushNotificationConfig, "tasks/pushNotificationConfig/get", "GetTaskPushNotificationConfig", "GET", ONE_CONFIG, 2,
        &[TASK_OF_CONFIG, CONFIG], &[]),
    row(ListTaskPushNotificationConfigs, "tasks/pushNotificationConfig/list", "ListTaskPushNotificationConfig", "GET", CONFIGS, 1,
        &[TASK_OF_CONFIG, ("pageSize", "pageSize", ""), ("pageToken", "pageToken", "")], &[]),
    row(DeleteTaskPushNotificationConfig, "tasks/pushNotificationConfig/delete", "DeleteTaskPushNotificationConfig", "DELETE", ONE_CONFIG, 2,
        &[TASK_OF_CONFIG, CONFIG], &[]),
    row(GetExtendedAgentCard, "agent/getAuthenticatedExtendedCard", "GetAgentCard", "GET", "/extendedAgentCard", 0, &[], &[]),
];

/// The path of the extended agent card over HTTP+JSON in 0.3, where all paths start with [`PREFIX_0_3`].
pub(super) const CARD_PATH_0_3: &str = "/v1/card";

/// What stands before the paths of 1.0 in 0.3.
pub(super) const PREFIX_0_3: &str = "/v1";

/// Where a server of 0.2 over JSON-RPC has its extended agent card, by `GET`, beside its URL.
pub(super) const CARD_PATH_0_2: &str = "/agent/authenticatedExtendedCard";

/// The gRPC services.
pub(super) const SERVICE_1_0: &str = "/lf.a2a.v1.A2AService/";
pub(super) const SERVICE_0_3: &str = "/a2a.v1.A2AService/";

#[expect(clippy::too_many_arguments, reason = "the columns of a table")]
const fn row(
    operation: Operation,
    json_rpc_0_3: &'static str,
    grpc_0_3: &'static str,
    verb: &'static str,
    path: &'static str,
    required: usize,
    fields: &'static [Field],
    other_options: &'static [&'static str],
) -> Row {
    Row {
        operation,
        json_rpc_0_3,
        grpc_0_3,
        verb,
        path,
        streams: matches!(operation, SendStreamingMessage | SubscribeToTask),
        required,
        fields,
        other_options,
    }
}

/// The row of an operation.
pub(super) fn row_of(operation: Operation) -> &'static Row {
    let [first, ..] = &ROWS;
    ROWS.iter().find(|row| row.operation == operation).unwrap_or(first)
}

/// The parameters that an operation over HTTP+JSON has in its query, which no credential can be in.
const OWN_PARAMETERS: [&str; 8] = [
    "tenant",
    "contextId",
    "status",
    "pageSize",
    "pageToken",
    "historyLength",
    "statusTimestampAfter",
    "includeArtifacts",
];

/// Whether an operation over HTTP+JSON has a parameter of that name in its query.
pub(super) fn is_own_parameter(name: &str) -> bool {
    OWN_PARAMETERS.contains(&name)
}

/// The operation that a protocol calls by a name, for whoever writes that one.
pub(super) fn named_on_the_wire(name: &str) -> Option<&'static str> {
    let is_named = |row: &&Row| !name.is_empty() && [row.json_rpc_0_3, row.grpc_0_3].contains(&name);
    ROWS.iter().find(is_named).map(|row| row.operation.as_str())
}

impl Operation {
    /// The name over JSON-RPC and gRPC in 1.0.
    pub(super) fn pascal_case(self) -> String {
        let mut name = self.as_str().to_owned();
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_its_row() {
        for operation in Operation::ALL {
            let row = row_of(operation);
            assert_eq!(row.operation, operation);
            for (option, ..) in row.fields.iter().take(row.required) {
                assert!(row.path.contains(&format!("{{{option}}}")), "{operation:?} {option}");
            }
        }
    }

    #[test]
    fn queries_hold_what_paths_do_not() {
        let read = ROWS.iter().filter(|row| row.verb != "POST");
        let fields =
            read.flat_map(|row| row.fields.iter().map(|(option, field, _)| (row.path, option, field)));
        let in_query = fields
            .filter(|(path, option, _)| !path.contains(&format!("{{{option}}}")))
            .map(|(.., field)| *field);
        let mut all: Vec<&str> = in_query.chain(["tenant"]).collect();
        let mut own = OWN_PARAMETERS.to_vec();
        own.sort_unstable();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, own);
    }
}
