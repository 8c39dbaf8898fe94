//! The plan applied: the exact requests that a plan means.
//!
//! What an operation is on the wire stands in [`table`]; the rest follows the plan: where it calls, in which
//! shape, and what it sets on every request.

mod address;
mod body;
mod credentials;
mod finding;
mod format;
mod headers;
mod message;
mod operation;
mod options;
mod payments;
mod places;
mod table;

use serde::Serialize;

use crate::error::{InputError, InputErrorCode};
use crate::json::{self, Json, Object};
use crate::map::Map;
use crate::plan::DeliveryMode;
use crate::shape::read_strictly;
use crate::version::VERSION_HEADER;
use crate::words::quote;
use crate::{CallPlan, Pointer, Version};

use body::{Parts, put};
use finding::Findings;
use headers::{Headers, is_control, unsendable};
use message::Message;
use options::Given;
use table::{CARD_PATH_0_3, PREFIX_0_3, Row, SERVICE_0_3, SERVICE_1_0, row_of};

pub use credentials::{PushSecret, RequestCredential};
pub use finding::{RequestDocument, RequestFinding, RequestFindingCode};
pub use format::{RequestStyle, format_request, format_request_json};
pub(crate) use headers::is_token;
pub use operation::Operation;
#[cfg(feature = "schema")]
pub use options::RequestOptions;
pub(crate) use places::{Destination, unsendable as unsendable_credential};

/// A request, ready to be sent but for the secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The protocol binding.
    pub binding: String,
    /// The protocol version.
    pub version: Version,
    /// The operation.
    pub operation: Operation,
    /// The HTTP method; over gRPC the full name of the method.
    pub method: String,
    /// The whole URL; over gRPC the target.
    pub url: String,
    /// The headers; over gRPC the metadata.
    pub headers: Map<String>,
    /// The body, an object of JSON; over gRPC the message in the JSON form of its type. Absent where there
    /// is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    pub body: Option<Json<'static>>,
    /// The credentials, each with the placeholder that stands for it in `headers` or `url`.
    pub credentials: Vec<RequestCredential>,
    /// The secrets of the client's own in the body.
    pub push_secrets: Vec<PushSecret>,
    /// What is odd in the message for this plan, or in the plan itself.
    pub findings: Vec<RequestFinding>,
}

/// The shapes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// That of 1.0, the same in all bindings.
    V1_0,
    /// That of 0.3 over JSON-RPC, which 0.2 has too.
    V0_3,
    /// That of the proto file of 0.3, over gRPC and, translated to JSON, over HTTP+JSON.
    Proto0_3,
}

impl Shape {
    fn of(plan: &CallPlan) -> Self {
        match (plan.version.is_1_0_or_later(), plan.binding.as_str()) {
            (true, _) => Self::V1_0,
            (false, "JSONRPC") => Self::V0_3,
            (false, _) => Self::Proto0_3,
        }
    }
}

/// An error of misuse, and which argument it is about.
pub(crate) struct Misuse {
    #[cfg_attr(
        not(all(target_arch = "wasm32", feature = "bindings")),
        expect(dead_code, reason = "the bindings tell it")
    )]
    pub(crate) document: &'static str,
    pub(crate) error: Box<InputError>,
}

impl Misuse {
    fn of(document: &'static str, error: InputError) -> Self {
        Self { document, error: Box::new(error) }
    }

    fn new(document: &'static str, field: &str, code: InputErrorCode, message: String, help: &str) -> Self {
        let pointer = if field.is_empty() { Pointer::root() } else { Pointer::root().key(field) };
        let error = InputError { code, message, help: help.into(), position: None, pointer: Some(pointer) };
        Self::of(document, error)
    }
}

/// Builds the request that a plan means: for sending a message, which is given as JSON text in the shape of
/// 1.0, or for another operation, where the message is `null`. The options are JSON text too, such as
/// `{"operation": "getTask", "taskId": "…"}`; `{}` sends the message as the plan has it.
///
/// # Errors
/// When the message or the options do not fit the operation, or the plan's binding or version does not have it.
pub fn build_request(plan: &CallPlan, message: &str, options: &str) -> Result<Request, InputError> {
    build(plan, message, options).map_err(|misuse| *misuse.error)
}

pub(crate) fn build(plan: &CallPlan, message: &str, options: &str) -> Result<Request, Misuse> {
    let options: Given =
        read_strictly(options, "the options").map_err(|error| Misuse::of("options", error))?;
    let shape = Shape::of(plan);
    let row = row_of(options.operation().unwrap_or(match plan.delivery.mode {
        DeliveryMode::Stream => Operation::SendStreamingMessage,
        _ => Operation::SendMessage,
    }));
    let method = method(plan, row)?;
    let mut findings = Findings::default();
    let message = read_message(message, row.operation)?;
    if let Some(message) = &message {
        findings.look_at_message(message, plan, shape);
    }
    let mut parts = Parts::new(plan, row, &options, message.as_ref(), shape)?;
    if plan.tenant.is_some() && shape != Shape::V1_0 {
        let message = format!("{} has no field for a tenant; it was left out", plan.version);
        findings.of_plan(RequestFindingCode::NotCarried, "/tenant", message);
    }

    let mut headers = Headers(Map::new());
    for (name, value) in plan.headers.iter() {
        headers.insert_new(name, value.as_str());
    }
    headers.insert_new(VERSION_HEADER, plan.version.text());
    let (method, mut url, body) = match plan.binding.as_str() {
        "GRPC" => (method, plan.url.clone(), Some(parts.fields)),
        "JSONRPC" if method.is_empty() => ("GET".into(), address::card_of_0_2(&plan.url), None),
        "JSONRPC" => {
            parts.nest("params");
            ("POST".into(), plan.url.clone(), Some(in_json_rpc(&method, parts.fields, &options)))
        }
        _ => over_http(plan, &options, row, &method, &mut parts)?,
    };
    if !is_grpc(plan) {
        if body.is_some() {
            let is_new = shape == Shape::V1_0 && plan.binding == "HTTP+JSON";
            headers
                .insert_new("Content-Type", if is_new { "application/a2a+json" } else { "application/json" });
        }
        if row.streams {
            headers.insert_new("Accept", "text/event-stream");
        }
    }
    let credentials = credentials::place(plan, &mut headers, &mut url, &mut findings)?;
    let sent: Vec<(&str, &str)> = headers.0.iter().map(|(name, value)| (name, value.as_str())).collect();
    check_sendable("plan", &sent, &url)?;
    let mut headers = headers.0;
    if is_grpc(plan) {
        // Names of metadata are in lower case.
        let mut metadata = Map::new();
        for (name, value) in headers.iter() {
            metadata.insert(name.to_ascii_lowercase(), value.clone());
        }
        headers = metadata;
    }
    Ok(Request {
        binding: plan.binding.clone(),
        version: plan.version,
        operation: row.operation,
        method,
        url,
        headers,
        body: body.map(Json::from),
        credentials,
        push_secrets: parts.secrets,
        findings: findings.end(),
    })
}

fn is_grpc(plan: &CallPlan) -> bool {
    plan.binding == "GRPC"
}

/// The method: over JSON-RPC the word in the body, which is empty where 0.2 uses HTTP instead; over gRPC the
/// full name; over HTTP+JSON the verb.
fn method(plan: &CallPlan, row: &Row) -> Result<String, Misuse> {
    let is_new = plan.version.is_1_0_or_later();
    let method = match plan.binding.as_str() {
        "JSONRPC" if is_new => row.operation.pascal_case(),
        "JSONRPC" if row.operation == Operation::GetExtendedAgentCard && plan.version < Version::V0_3 => {
            return Ok(String::new());
        }
        "JSONRPC" => row.json_rpc_0_3.into(),
        "GRPC" if is_new => [SERVICE_1_0, &row.operation.pascal_case()].concat(),
        "GRPC" if row.grpc_0_3.is_empty() => String::new(),
        "GRPC" => [SERVICE_0_3, row.grpc_0_3].concat(),
        "HTTP+JSON" => row.verb.into(),
        other => {
            let message = format!(
                "the plan's binding is {}, and only `JSONRPC`, `HTTP+JSON` and `GRPC` have requests that are known",
                quote(other)
            );
            let help = "build requests of a custom binding by its own documentation";
            return Err(Misuse::new("plan", "binding", InputErrorCode::Unsupported, message, help));
        }
    };
    if method.is_empty() {
        let message =
            format!("{} over {} has no operation `{}`", plan.version, plan.binding, row.operation.as_str());
        let help = "keep the ids of the tasks, and ask for each of them by `getTask`";
        return Err(Misuse::new("options", "operation", InputErrorCode::Unsupported, message, help));
    }
    Ok(method)
}

/// The message of an operation that sends one, and nothing for the others.
fn read_message(text: &str, operation: Operation) -> Result<Option<Message>, Misuse> {
    let about_message = |error| Misuse::of("message", error);
    if !operation.sends() {
        let document = json::parse(text, "the message").map_err(about_message)?;
        let is_nothing = document.root.is_null() || document.root.as_object().is_some_and(Object::is_empty);
        if is_nothing {
            return Ok(None);
        }
        let message = format!("`{}` carries no message", operation.as_str());
        return Err(wrong("message", "", message, "pass `null`, or name an operation that sends"));
    }
    let message: Message = read_strictly(text, "the message").map_err(about_message)?;
    if message.text("messageId").is_empty() {
        let problem = "the message has no `messageId`".into();
        let help = "give each message an id of its own, such as a UUID; the same one when the same message is sent again";
        return Err(wrong("message", "", problem, help));
    }
    if message.parts().next().is_none() {
        let problem = "the message has no `parts`".into();
        return Err(wrong("message", "", problem, "give at least one part, such as `{\"text\": \"…\"}`"));
    }
    Ok(Some(message))
}

fn wrong(document: &'static str, field: &str, message: String, help: &str) -> Misuse {
    Misuse::new(document, field, InputErrorCode::WrongShape, message, help)
}

fn in_json_rpc(method: &str, parameters: Object<'static>, options: &Given) -> Object<'static> {
    let id = options.get("requestId").cloned().unwrap_or(Json::from(1));
    let mut body = Object::new();
    put(&mut body, "jsonrpc", "2.0".into());
    put(&mut body, "id", id);
    put(&mut body, "method", method.to_owned().into());
    if !parameters.is_empty() {
        put(&mut body, "params", parameters.into());
    }
    body
}

/// Verb, URL and body over HTTP+JSON.
fn over_http(
    plan: &CallPlan,
    options: &Given,
    row: &Row,
    verb: &str,
    parts: &mut Parts<'_>,
) -> Result<(String, String, Option<Object<'static>>), Misuse> {
    let chosen = options.text("subscribeMethod");
    let verb = chosen.as_deref().unwrap_or(verb);
    let mut path = String::new();
    if !plan.version.is_1_0_or_later() {
        path.push_str(PREFIX_0_3);
    } else if let Some(tenant) =
        plan.tenant.as_ref().filter(|_| options.get("tenantInPath").and_then(Json::as_bool) == Some(true))
    {
        parts.fields.remove("tenant");
        if is_no_path_segment(tenant) {
            let message = format!("the plan's tenant is {}, which a path cannot hold", quote(tenant));
            return Err(wrong("plan", "tenant", message, "leave `tenantInPath` out"));
        }
        path = ["/", &address::encode(tenant)].concat();
    }
    if row.operation == Operation::GetExtendedAgentCard && !plan.version.is_1_0_or_later() {
        CARD_PATH_0_3.clone_into(&mut path);
    } else {
        for piece in row.path.split('{') {
            let Some((name, rest)) = piece.split_once('}') else {
                path.push_str(piece);
                continue;
            };
            let value = parts.take_for_path(name);
            if is_no_path_segment(&value) {
                let message = format!("{} is no `{name}` that a path can hold", quote(&value));
                return Err(wrong("options", name, message, "pass the id as the agent gave it"));
            }
            path = [&path, &*address::encode(&value), rest].concat();
        }
    }
    let mut url = address::below(&plan.url, &path);
    if verb == "POST" {
        return Ok((verb.into(), url, Some(std::mem::take(&mut parts.fields))));
    }
    for (name, value) in parts.query() {
        url = address::with_query(&url, name, &address::encode(&value));
    }
    Ok((verb.into(), url, None))
}

/// Whether a text as a segment of a path would be another path.
fn is_no_path_segment(text: &str) -> bool {
    matches!(text, "" | "." | "..")
}

/// Whether the headers and the URL can be sent without becoming something else on the way.
fn check_sendable(document: &'static str, headers: &[(&str, &str)], url: &str) -> Result<(), Misuse> {
    let help =
        "do not call this agent: its card is damaged, or adds to the request what does not belong there";
    if let Some(name) = unsendable(headers) {
        let message =
            format!("the {document}'s header {} has a name or a value that no header can have", quote(name));
        return Err(wrong(document, "", message, help));
    }
    if url.contains(|character: char| is_control(character) || character.is_whitespace()) {
        let message = format!("the {document}'s URL contains a blank or a control character");
        return Err(wrong(document, "url", message, help));
    }
    Ok(())
}
