//! The failures that can be tried out, each in the shape in which a server of the plan's binding and version
//! gives it.

use a2a_json::{Json, Object};
use a2a_negotiator::{CallPlan, FailureKind, Operation};

/// A failure that can be tried out.
#[derive(Debug)]
pub(crate) struct Sample {
    form: Form,
    /// The operation that fails; none for whatever the call is doing.
    pub(crate) operation: Option<Operation>,
}

#[derive(Debug)]
enum Form {
    /// An error of the specification.
    Named {
        kind: FailureKind,
        /// What the server says.
        message: &'static str,
        /// The status over HTTP+JSON.
        status: u16,
        /// The code over gRPC.
        grpc: &'static str,
    },
    /// A status of HTTP, with the words that it goes by and the code that gRPC has in its place, if any.
    Status {
        status: u16,
        words: &'static str,
        header: Option<(&'static str, &'static str)>,
        grpc: &'static str,
    },
    /// What happens without an answer of the server.
    Transport { kind: FailureKind, words: &'static str },
}

/// All of them, in the order of the page.
pub(crate) static SAMPLES: [Sample; 20] = [
    named(FailureKind::VersionNotSupported, "This version is not spoken here", 400, "FAILED_PRECONDITION"),
    named(FailureKind::ContentTypeNotSupported, "This media type is not taken", 400, "INVALID_ARGUMENT"),
    named(FailureKind::ExtensionSupportRequired, "An extension is required", 400, "FAILED_PRECONDITION"),
    named(FailureKind::UnsupportedOperation, "This operation is not supported", 400, "FAILED_PRECONDITION"),
    named(FailureKind::PushNotificationNotSupported, "There is no push here", 400, "FAILED_PRECONDITION"),
    named(FailureKind::ExtendedAgentCardNotConfigured, "There is no such card", 400, "FAILED_PRECONDITION")
        .on(Operation::GetExtendedAgentCard),
    named(FailureKind::TaskNotFound, "There is no such task", 404, "NOT_FOUND").on(Operation::GetTask),
    named(FailureKind::TaskNotCancelable, "The task has ended", 400, "FAILED_PRECONDITION")
        .on(Operation::CancelTask),
    named(FailureKind::InvalidAgentResponse, "The agent's answer was wrong", 500, "INTERNAL"),
    status(401, "Unauthorized", "UNAUTHENTICATED", None),
    status(403, "Forbidden", "PERMISSION_DENIED", None),
    status(403, "Forbidden, a scope is missing", "", Some(("WWW-Authenticate", MISSING_SCOPE))),
    status(404, "Not Found", "UNIMPLEMENTED", None),
    status(405, "Method Not Allowed", "", None),
    status(415, "Unsupported Media Type", "", None),
    status(429, "Too Many Requests", "RESOURCE_EXHAUSTED", Some(("Retry-After", "30"))),
    status(503, "Service Unavailable", "UNAVAILABLE", None),
    transport(FailureKind::StreamCut, "nothing more: the stream is cut"),
    transport(FailureKind::PushSilent, "no push notification"),
    transport(FailureKind::Timeout, "nothing in time"),
];

const MISSING_SCOPE: &str = r#"Bearer error="insufficient_scope", scope="tasks.write""#;

/// The task that the operations after the message are about.
pub(super) const TASK: &str = "task-1";

const fn named(kind: FailureKind, message: &'static str, status: u16, grpc: &'static str) -> Sample {
    Sample { form: Form::Named { kind, message, status, grpc }, operation: None }
}

const fn status(
    status: u16,
    words: &'static str,
    grpc: &'static str,
    header: Option<(&'static str, &'static str)>,
) -> Sample {
    Sample { form: Form::Status { status, words, header, grpc }, operation: None }
}

const fn transport(kind: FailureKind, words: &'static str) -> Sample {
    Sample { form: Form::Transport { kind, words }, operation: None }
}

impl Sample {
    const fn on(self, operation: Operation) -> Self {
        Self { operation: Some(operation), ..self }
    }

    /// What happens without an answer of the server, if it is that.
    pub(super) const fn transport(&self) -> Option<FailureKind> {
        match self.form {
            Form::Transport { kind, .. } => Some(kind),
            Form::Named { .. } | Form::Status { .. } => None,
        }
    }

    /// Whether the plan's binding has such an answer.
    pub(super) fn is_of(&self, plan: &CallPlan) -> bool {
        !matches!(self.form, Form::Status { grpc: "", .. }) || !is_grpc(plan)
    }

    /// What it is called for this plan.
    pub(crate) fn title(&self, plan: &CallPlan) -> String {
        let title = match &self.form {
            Form::Named { kind, .. } => kind.as_str().to_owned(),
            Form::Status { status, words, grpc, .. } => {
                let status = [&status.to_string(), " ", words].concat();
                if is_grpc(plan) && !grpc.is_empty() {
                    [grpc, ", as HTTP ", &status].concat()
                } else {
                    status
                }
            }
            Form::Transport { words, .. } => (*words).to_owned(),
        };
        match self.operation {
            Some(operation) => [&title, " to ", operation.as_str()].concat(),
            None => title,
        }
    }

    /// The failure, as JSON for `recover`. `extension` is what a server that requires one names.
    pub(super) fn failure(
        &self,
        plan: &CallPlan,
        operation: Operation,
        task: bool,
        extension: &str,
    ) -> String {
        let mut failure = self.answer(plan, extension);
        failure.insert("operation", operation.as_str());
        if task {
            failure.insert("taskId", TASK);
        }
        Json::from(failure).to_text()
    }

    fn answer(&self, plan: &CallPlan, extension: &str) -> Object<'static> {
        match &self.form {
            Form::Transport { kind, .. } => object([("transport", kind.as_str().into())]),
            Form::Named { kind, message, status, grpc } => {
                let named_by = if plan.version.is_1_0_or_later() { Some(*kind) } else { None };
                let details = named_by.map(|kind| details(kind, extension));
                let message = match &details {
                    // Before 1.0 the name stands in the words, where there is no code.
                    None if is_grpc(plan) => [kind.as_str(), ": ", message].concat(),
                    _ => (*message).to_owned(),
                };
                named_answer(plan, *kind, (*status, grpc), message, details.as_ref())
            }
            Form::Status { status, header, grpc, .. } => {
                if is_grpc(plan) {
                    let mut error = object([("code", (*grpc).into())]);
                    if let Some(("Retry-After", seconds)) = header {
                        let delay = [seconds, "s"].concat();
                        let info = object([
                            ("@type", "type.googleapis.com/google.rpc.RetryInfo".into()),
                            ("retryDelay", delay.into()),
                        ]);
                        error.insert("details", vec![Json::from(info)]);
                    }
                    return object([("grpc", error.into())]);
                }
                let mut http = object([("status", u64::from(*status).into())]);
                if let Some((name, value)) = header {
                    http.insert("headers", object([(name, (*value).into())]));
                }
                object([("http", http.into())])
            }
        }
    }
}

fn named_answer(
    plan: &CallPlan,
    kind: FailureKind,
    (status, grpc): (u16, &'static str),
    message: String,
    details: Option<&Json<'static>>,
) -> Object<'static> {
    let code = Json::Number(kind.code().to_string().into());
    let message = Json::from(message);
    let with_details = |mut error: Object<'static>, name: &'static str| {
        if let Some(details) = details {
            error.insert(name, details.clone());
        }
        Json::from(error)
    };
    match plan.binding.as_str() {
        "GRPC" => {
            let error = object([("code", grpc.into()), ("message", message)]);
            object([("grpc", with_details(error, "details"))])
        }
        "HTTP+JSON" => {
            let status = Json::from(u64::from(status));
            let body = if plan.version.is_1_0_or_later() {
                let error = object([("code", status.clone()), ("status", grpc.into()), ("message", message)]);
                object([("error", with_details(error, "details"))])
            } else {
                object([("code", code), ("message", message)])
            };
            object([("http", object([("status", status), ("body", body.into())]).into())])
        }
        _ => {
            let error = object([("code", code), ("message", message)]);
            object([("jsonrpc", with_details(error, "data"))])
        }
    }
}

/// The details that name an error from 1.0 on.
fn details(kind: FailureKind, extension: &str) -> Json<'static> {
    let mut info = object([
        ("@type", "type.googleapis.com/google.rpc.ErrorInfo".into()),
        ("reason", reason(kind).into()),
        ("domain", "a2a-protocol.org".into()),
    ]);
    if kind == FailureKind::ExtensionSupportRequired {
        info.insert("metadata", object([("extension", extension.to_owned().into())]));
    }
    vec![Json::from(info)].into()
}

/// The reason of an error of the specification, such as `TASK_NOT_FOUND`.
fn reason(kind: FailureKind) -> String {
    let mut reason = String::new();
    for character in kind.as_str().trim_end_matches("Error").chars() {
        if character.is_ascii_uppercase() && !reason.is_empty() {
            reason.push('_');
        }
        reason.push(character.to_ascii_uppercase());
    }
    reason
}

fn is_grpc(plan: &CallPlan) -> bool {
    plan.binding == "GRPC"
}

fn object<const N: usize>(members: [(&'static str, Json<'static>); N]) -> Object<'static> {
    let mut object = Object::new();
    for (key, value) in members {
        object.insert(key, value);
    }
    object
}
