//! What went wrong with a call, whatever form the server gave it.

use crate::codes::codes;
use crate::{Operation, Version};

macro_rules! failure_kinds {
    ($($(#[doc = $meaning:literal])+ $variant:ident $code:literal $number:literal;)+) => {
        codes! {
            /// What a failure is recognised as: an error of the specification, by its name, one of JSON-RPC, or
            /// what has no name of its own. Stable: a name is never changed or given another meaning.
            FailureKind {
                $($(#[doc = $meaning])+ $variant $code;)+
            }
        }

        impl FailureKind {
            /// The code in JSON-RPC; 0 for what has none.
            #[must_use]
            pub const fn code(self) -> i32 {
                match self { $(Self::$variant => $number),+ }
            }
        }
    };
}

failure_kinds! {
    /// The task does not exist, or not for this caller.
    TaskNotFound "TaskNotFoundError" -32001;
    /// The task has ended and cannot be cancelled.
    TaskNotCancelable "TaskNotCancelableError" -32002;
    /// The agent does not send push notifications.
    PushNotificationNotSupported "PushNotificationNotSupportedError" -32003;
    /// The agent does not support the operation, or something about it.
    UnsupportedOperation "UnsupportedOperationError" -32004;
    /// The agent does not take a media type of the message. Also HTTP 415.
    ContentTypeNotSupported "ContentTypeNotSupportedError" -32005;
    /// The agent's own answer did not conform to the specification.
    InvalidAgentResponse "InvalidAgentResponseError" -32006;
    /// The agent has no extended agent card.
    ExtendedAgentCardNotConfigured "ExtendedAgentCardNotConfiguredError" -32007;
    /// The agent requires an extension that the request did not activate.
    ExtensionSupportRequired "ExtensionSupportRequiredError" -32008;
    /// The agent does not speak the protocol version of the request.
    VersionNotSupported "VersionNotSupportedError" -32009;
    /// The server could not read the request as JSON.
    JsonParse "JSONParseError" -32700;
    /// The request is no valid JSON-RPC request.
    InvalidRequest "InvalidRequestError" -32600;
    /// The server does not know the method.
    MethodNotFound "MethodNotFoundError" -32601;
    /// The parameters of the request are wrong.
    InvalidParams "InvalidParamsError" -32602;
    /// The server failed by an error of its own.
    Internal "InternalError" -32603;
    /// The credential is missing or no longer valid: HTTP 401, gRPC `UNAUTHENTICATED`.
    Unauthenticated "unauthenticated" 0;
    /// The credential does not allow this: HTTP 403, gRPC `PERMISSION_DENIED`.
    Forbidden "forbidden" 0;
    /// Nothing is served at that path: HTTP 404 without a word from the agent.
    NotFound "notFound" 0;
    /// That path is not served by this HTTP method: 405.
    MethodNotAllowed "methodNotAllowed" 0;
    /// The request is wrong: HTTP 400 or 422, gRPC `INVALID_ARGUMENT`.
    BadRequest "badRequest" 0;
    /// The request is too large: HTTP 413.
    ContentTooLarge "contentTooLarge" 0;
    /// Too many requests: HTTP 429, gRPC `RESOURCE_EXHAUSTED`.
    TooManyRequests "tooManyRequests" 0;
    /// The server cannot serve just now: HTTP 503, gRPC `UNAVAILABLE`.
    Unavailable "unavailable" 0;
    /// The stream ended before the task did.
    StreamCut "streamCut" 0;
    /// The push notifications that were to come do not.
    PushSilent "pushSilent" 0;
    /// No connection, or one that broke: names, addresses, TLS.
    Network "network" 0;
    /// No connection, so that nothing was sent: a name that is not known, an address that refuses.
    Unreachable "unreachable" 0;
    /// No answer in time.
    Timeout "timeout" 0;
    /// Anything else, such as HTTP 500, 502 and 504.
    Other "other" 0;
}

/// A failure as it was recognised from everything that is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it is recognised as.
    pub kind: FailureKind,
    /// The operation that failed, where known.
    pub operation: Option<Operation>,
    /// The task that the operation acts on; for a message, the task that the server has named in its
    /// answer, so that the message was taken.
    pub task_id: Option<String>,
    /// The task that the message itself names, where it goes on with one.
    pub message_task_id: Option<String>,
    /// The versions that the server says it speaks.
    pub supported_versions: Vec<Version>,
    /// The extensions that the server says it requires.
    pub extensions: Vec<String>,
    /// The scopes that the server says are missing.
    pub scopes: Vec<String>,
    /// How long the server asks to wait, in seconds.
    pub after_seconds: Option<u32>,
    /// The date until which the server asks to wait, as it is written; empty where it says none.
    pub(crate) until: String,
    /// What the server says, in its own words.
    pub(crate) message: String,
}

impl Failure {
    /// Whether the operation may be a message to the agent, which must not reach it twice.
    pub(crate) fn may_be_a_send(&self) -> bool {
        self.operation.is_none_or(Operation::is_send)
    }

    /// Whether a message has, or may have, reached the agent although the operation failed: the server has
    /// named its task.
    pub(crate) fn message_was_taken(&self) -> bool {
        self.may_be_a_send() && self.task_id.is_some()
    }

    /// Whether a message that goes on with a task may have been taken although it was refused: the official
    /// JavaScript server of 1.0 starts the agent, and refuses to stream because of how the agent begins.
    pub(crate) fn reply_may_be_taken(&self) -> bool {
        self.kind == FailureKind::UnsupportedOperation && self.message_task_id.is_some()
    }
}

/// The forms in which failures come, for the schema and the TypeScript types alone: reading them needs no
/// copy of what a server says.
#[cfg(feature = "schema")]
pub mod forms {
    use std::collections::BTreeMap;

    use schemars::JsonSchema;
    use serde_json::Value;

    use crate::Operation;

    /// What went wrong with a call, as it came: at least one of `jsonrpc`, `http`, `grpc` and `transport`.
    /// Where several are given, all of them count.
    #[derive(Debug, JsonSchema)]
    #[schemars(rename_all = "camelCase", deny_unknown_fields)]
    pub struct Failure {
        /// The error of a JSON-RPC response, or the whole response.
        pub jsonrpc: Option<JsonRpcAnswer>,
        /// The HTTP response.
        pub http: Option<HttpFailure>,
        /// The status of a gRPC call.
        pub grpc: Option<GrpcFailure>,
        /// What happened without an answer of the server.
        pub transport: Option<TransportFailure>,
        /// The operation that failed.
        pub operation: Option<Operation>,
        /// The task that the operation acts on. For a message: the task that the server has named in its
        /// answer to it, so that the message was taken and must not be sent again.
        pub task_id: Option<String>,
        /// For a message: the task that the message itself names, where it goes on with one. Such a message is
        /// not sent again where the server only refuses to stream, since it may have been taken.
        pub message_task_id: Option<String>,
    }

    /// The error of a JSON-RPC response, or the whole response.
    #[derive(Debug, JsonSchema)]
    #[schemars(untagged)]
    pub enum JsonRpcAnswer {
        /// The error.
        Error(JsonRpcFailure),
        /// The response that holds it.
        Response {
            /// The version of JSON-RPC.
            jsonrpc: Option<String>,
            /// The id of the request.
            id: Option<Value>,
            /// The error.
            error: JsonRpcFailure,
        },
    }

    /// The error of a JSON-RPC response.
    #[derive(Debug, JsonSchema)]
    pub struct JsonRpcFailure {
        /// The error's code, such as -32001.
        pub code: i32,
        /// What the server says.
        pub message: Option<String>,
        /// Details: from 1.0 a list of objects with `@type`.
        pub data: Option<Value>,
    }

    /// An HTTP response.
    #[derive(Debug, JsonSchema)]
    pub struct HttpFailure {
        /// The status, such as 404.
        pub status: u16,
        /// The headers, their names in any case. `Retry-After`, `Date` and `WWW-Authenticate` are read.
        pub headers: Option<BTreeMap<String, HeaderValue>>,
        /// The body: its text, which may also be that of an event in a stream, or the object that it holds.
        pub body: Option<Value>,
    }

    /// The value of a header, or the values of one that came several times.
    #[derive(Debug, JsonSchema)]
    #[schemars(untagged)]
    pub enum HeaderValue {
        /// One value.
        One(String),
        /// Several values.
        Several(Vec<String>),
    }

    /// The status of a gRPC call.
    #[derive(Debug, JsonSchema)]
    pub struct GrpcFailure {
        /// The code: its number or its name.
        pub code: GrpcCode,
        /// What the server says.
        pub message: Option<String>,
        /// The details of the status, such as `google.rpc.ErrorInfo`, as JSON.
        pub details: Option<Vec<BTreeMap<String, Value>>>,
    }

    /// The code of a gRPC status.
    #[derive(Debug, JsonSchema)]
    #[schemars(untagged)]
    pub enum GrpcCode {
        /// The number, such as 5.
        Number(u8),
        /// The name, such as `NOT_FOUND`.
        Name(String),
    }

    /// What happened without an answer of the server.
    #[derive(Debug, JsonSchema)]
    #[schemars(rename_all = "camelCase")]
    pub enum TransportFailure {
        /// The stream ended before the task did.
        StreamCut,
        /// The push notifications that were to come do not.
        PushSilent,
        /// No connection, or one that broke.
        Network,
        /// No connection was made, so that nothing was sent.
        Unreachable,
        /// No answer in time.
        Timeout,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_the_same_in_rust_and_in_json() {
        for kind in FailureKind::ALL {
            assert_eq!(serde_json::json!(kind), kind.as_str());
            assert!(!kind.meaning().is_empty());
            assert_eq!(kind.code() != 0, kind.as_str().ends_with("Error"));
        }
    }
}
