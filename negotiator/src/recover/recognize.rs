//! Recognising a failure in all the forms that servers give it. The specification's reason counts for more
//! than a code, a code for more than words, and words for more than a status: statuses were given
//! other meanings between 1.0.0 and 1.0.1.

use super::failure::{Failure, FailureKind};
use super::headers;
use crate::error::InputError;
use crate::json::{self, Json, Object};
use crate::pointer::Path;
use crate::shape::{Fields, FromJson, Mistakes, one_of, read_received};
use crate::similar::fold;

/// The domain of the specification's reasons.
const DOMAIN: &str = "a2a-protocol.org";

/// The texts of 0.3 (its section 8.2, and what its servers make of it) that are not the names of errors,
/// folded.
const OLDER_TEXTS: [(&str, FailureKind); 7] = [
    ("taskcannotbecanceled", FailureKind::TaskNotCancelable),
    ("pushnotificationisnotsupported", FailureKind::PushNotificationNotSupported),
    ("thisoperationisnotsupported", FailureKind::UnsupportedOperation),
    ("incompatiblecontenttypes", FailureKind::ContentTypeNotSupported),
    ("invalidagentresponsetype", FailureKind::InvalidAgentResponse),
    ("authenticatedextendedcardnotconfigured", FailureKind::ExtendedAgentCardNotConfigured),
    ("authenticatedextendedcardisnotconfigured", FailureKind::ExtendedAgentCardNotConfigured),
];

/// The HTTP statuses that say something.
const STATUSES: [(u16, FailureKind); 10] = [
    (400, FailureKind::BadRequest),
    (401, FailureKind::Unauthenticated),
    (403, FailureKind::Forbidden),
    (404, FailureKind::NotFound),
    (405, FailureKind::MethodNotAllowed),
    (413, FailureKind::ContentTooLarge),
    (415, FailureKind::ContentTypeNotSupported),
    (422, FailureKind::BadRequest),
    (429, FailureKind::TooManyRequests),
    (503, FailureKind::Unavailable),
];

/// The codes of gRPC in the order of their numbers, with what each says by itself. `NOT_FOUND` is never an
/// unknown method there, which is `UNIMPLEMENTED`.
const GRPC_CODES: [(&str, FailureKind); 17] = [
    ("OK", FailureKind::Other),
    ("CANCELLED", FailureKind::Other),
    ("UNKNOWN", FailureKind::Other),
    ("INVALID_ARGUMENT", FailureKind::BadRequest),
    ("DEADLINE_EXCEEDED", FailureKind::Timeout),
    ("NOT_FOUND", FailureKind::TaskNotFound),
    ("ALREADY_EXISTS", FailureKind::Other),
    ("PERMISSION_DENIED", FailureKind::Forbidden),
    ("RESOURCE_EXHAUSTED", FailureKind::TooManyRequests),
    ("FAILED_PRECONDITION", FailureKind::Other),
    ("ABORTED", FailureKind::Other),
    ("OUT_OF_RANGE", FailureKind::BadRequest),
    ("UNIMPLEMENTED", FailureKind::MethodNotFound),
    ("INTERNAL", FailureKind::Other),
    ("UNAVAILABLE", FailureKind::Unavailable),
    ("DATA_LOSS", FailureKind::Other),
    ("UNAUTHENTICATED", FailureKind::Unauthenticated),
];

/// Reads a failure from JSON text, and recognises it.
///
/// # Errors
/// When the text is not JSON, or does not say what failed. What the server's answer holds is no reason for
/// an error, whatever it is.
pub fn read_failure(text: &str) -> Result<Failure, InputError> {
    read_received(text, "the failure")
}

impl FromJson for Failure {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut evidence = Evidence::default();
        let (jsonrpc, http, grpc) = (fields.value("jsonrpc"), fields.value("http"), fields.value("grpc"));
        // Whoever gives the whole response means its error.
        let jsonrpc =
            jsonrpc.map(|answer| answer.as_object().and_then(|whole| whole.get("error")).unwrap_or(answer));
        let transport: Option<Transport> = fields.optional("transport");
        let operation = fields.optional("operation");
        let task_id = fields.optional("taskId");
        let message_task_id = fields.optional("messageTaskId");
        fields.end();
        if let Some(grpc) = grpc.filter(|grpc| grpc.as_object().and_then(|grpc| grpc.get("code")).is_none()) {
            mistakes.expected(grpc, &path.key("grpc"), "an object with a `code`");
            return None;
        }
        [jsonrpc, grpc].into_iter().flatten().for_each(|answer| evidence.error(answer));
        if let Some(http) = http {
            let Some(status) = http.as_object().and_then(|http| number(http.get("status")?)) else {
                mistakes.expected(http, &path.key("http"), "an object with a `status`");
                return None;
            };
            evidence.response(http, status);
        }
        if [jsonrpc, http, grpc].iter().all(Option::is_none) && transport.is_none() {
            mistakes.expected(json, path, "one of `jsonrpc`, `http`, `grpc` and `transport`");
            return None;
        }
        let kind = evidence.kind(transport.map(|transport| transport.0));
        Some(Self {
            kind,
            operation,
            task_id,
            message_task_id,
            supported_versions: {
                let is_of_a_version = |character: char| character.is_ascii_digit() || character == '.';
                let texts = parts(&evidence.versions, is_of_a_version);
                texts.iter().filter_map(|text| text.parse().ok()).collect()
            },
            extensions: parts(&evidence.extensions, |character| !matches!(character, ',' | ' ')),
            scopes: parts(&[evidence.scopes], |character| character != ' '),
            after_seconds: evidence.after_seconds,
            until: evidence.until,
            message: evidence.message,
        })
    }
}

/// What happened without an answer of the server.
struct Transport(FailureKind);

impl FromJson for Transport {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let all = [
            FailureKind::StreamCut,
            FailureKind::PushSilent,
            FailureKind::Network,
            FailureKind::Unreachable,
            FailureKind::Timeout,
        ];
        one_of(json, path, mistakes, &all, FailureKind::as_str).map(Self)
    }
}

/// Everything that an answer says about a failure; of each kind the first.
#[derive(Default)]
struct Evidence {
    reason: Option<FailureKind>,
    code: Option<FailureKind>,
    words: Option<FailureKind>,
    grpc: Option<FailureKind>,
    status: Option<FailureKind>,
    message: String,
    versions: Vec<String>,
    extensions: Vec<String>,
    scopes: String,
    after_seconds: Option<u32>,
    until: String,
}

impl Evidence {
    fn kind(&self, transport: Option<FailureKind>) -> FailureKind {
        let status = match (self.status, self.grpc) {
            // Whoever writes the name of a status of gRPC into a body has found the path.
            (Some(FailureKind::NotFound | FailureKind::BadRequest) | None, Some(grpc))
                if grpc != FailureKind::Other =>
            {
                Some(grpc)
            }
            (status, grpc) => status.or(grpc),
        };
        self.reason.or(self.code).or(self.words).or(transport).or(status).unwrap_or(FailureKind::Other)
    }

    /// Looks at an HTTP response.
    fn response(&mut self, http: &Json<'_>, status: i64) {
        let Some(http) = http.as_object() else { return };
        self.numbered(status);
        if let Some(headers) = http.get("headers").and_then(Json::as_object) {
            self.after_seconds = self.after_seconds.or_else(|| headers::retry_after(headers));
            self.until = headers::until(headers).unwrap_or_default();
            if let Some(challenge) = headers::value(headers, "www-authenticate") {
                let parameter = |name| headers::challenge_parameter(&challenge, name);
                self.scopes = parameter("scope").unwrap_or_default();
                if parameter("error").as_deref() == Some("insufficient_scope") {
                    self.status = Some(FailureKind::Forbidden);
                }
            }
        }
        match http.get("body") {
            Some(Json::String(text)) => match json::parse_received(text, "the body") {
                Ok(body) => self.error(&body),
                Err(_) => self.events(text),
            },
            Some(body) => self.error(body),
            None => {}
        }
    }

    /// Looks at the events of a stream.
    fn events(&mut self, text: &str) {
        let mut data = String::new();
        // Lines may end in any way. An empty one ends an event; one more makes sure that the last one ends.
        let text = json::without_byte_order_mark(text).replace("\r\n", "\n");
        for line in text.split(['\n', '\r']).chain([""]) {
            if let Some(line) = line.strip_prefix("data:") {
                data.push_str(line);
                data.push('\n');
            } else if line.is_empty() {
                if let Ok(event) = json::parse_received(&data, "the event") {
                    self.error(&event);
                }
                data.clear();
            }
        }
    }

    /// Looks at an error: that of JSON-RPC, a `google.rpc.Status`, a problem of RFC 9457, or an object
    /// that holds one of these as its `error`.
    fn error(&mut self, error: &Json<'_>) {
        let Some(object) = error.as_object() else {
            self.reason = self.reason.or_else(|| named(error));
            return;
        };
        for (name, value) in object.iter() {
            match name {
                "error" => self.error(value),
                "type" if value.as_str().is_some_and(|uri| !uri.contains('/') || uri.contains(DOMAIN)) => {
                    self.reason = self.reason.or_else(|| named(value));
                }
                "code" | "status" => self.code_or_status(value),
                "message" | "detail" | "title" => {
                    self.words = self.words.or_else(|| named(value));
                    if self.message.is_empty() {
                        value.as_str().unwrap_or_default().clone_into(&mut self.message);
                    }
                }
                "data" | "details" => self.detail(value),
                _ => {}
            }
        }
        self.known_members(object);
    }

    /// Looks at the details of an error, such as a list with a `google.rpc.ErrorInfo`.
    fn detail(&mut self, detail: &Json<'_>) {
        match detail {
            Json::Array(details) => details.iter().for_each(|detail| self.detail(detail)),
            Json::Object(object) => self.known_members(object),
            _ => {}
        }
    }

    /// Looks at the members that mean the same wherever they stand.
    fn known_members(&mut self, object: &Object<'_>) {
        for (name, value) in object.iter() {
            match name {
                "reason" if object.get("domain").is_none_or(|domain| domain.as_str() == Some(DOMAIN)) => {
                    self.reason = self.reason.or_else(|| named(value));
                }
                "metadata" => self.detail(value),
                "supportedVersions" | "supported_versions" => texts(value, &mut self.versions),
                // Of `google.rpc.RetryInfo`: seconds with an `s` behind.
                "retryDelay" => {
                    let text = value.as_str().unwrap_or_default();
                    let whole = text.split_once('.').map_or(text.trim_end_matches('s'), |(whole, _)| whole);
                    self.after_seconds = self.after_seconds.or_else(|| headers::whole_seconds(whole));
                }
                name if name == "uri" || fold(name).contains("extension") => {
                    texts(value, &mut self.extensions);
                }
                _ => {}
            }
        }
    }

    fn code_or_status(&mut self, value: &Json<'_>) {
        if let Some(number) = number(value) {
            self.numbered(number);
        } else if let Some((_, kind)) = GRPC_CODES.iter().find(|(name, _)| value.as_str() == Some(name)) {
            self.grpc = self.grpc.or(Some(*kind));
        } else {
            self.reason = self.reason.or_else(|| named(value));
        }
    }

    /// Takes a code of JSON-RPC, which is negative, of gRPC, which is small, or of HTTP.
    fn numbered(&mut self, number: i64) {
        if number < 0 {
            let kind = FailureKind::ALL.iter().find(|kind| i64::from(kind.code()) == number);
            self.code = self.code.or(kind.copied());
        } else if let Some((_, kind)) = usize::try_from(number).ok().and_then(|number| GRPC_CODES.get(number))
        {
            self.grpc = self.grpc.or(Some(*kind));
        } else {
            let known = STATUSES.iter().find(|(status, _)| i64::from(*status) == number);
            self.status = self.status.or(known.map(|(_, kind)| *kind));
        }
    }
}

/// The error of the specification that a text names: its name or its reason, as `TASK_NOT_FOUND` or
/// `task-not-found`, or a text of 0.3.
fn named(text: &Json<'_>) -> Option<FailureKind> {
    let text = text.as_str()?;
    // 0.3 writes `TaskNotFoundError: ` before the message in gRPC, and the type of a problem is a URI.
    let before_colon = text.split_once(':').map_or(text, |(before, _)| before);
    let after_slash = text.rsplit_once('/').map_or(text, |(_, after)| after);
    [text, before_colon, after_slash].into_iter().find_map(|part| {
        let folded = fold(part);
        let bare = folded.strip_suffix("error").unwrap_or(&folded);
        let of_name = |kind: &&FailureKind| fold(kind.as_str()).strip_suffix("error") == Some(bare);
        let older = || OLDER_TEXTS.iter().find(|(text, _)| *text == bare).map(|(_, kind)| *kind);
        FailureKind::ALL.iter().find(of_name).copied().or_else(older)
    })
}

/// A whole number.
fn number(json: &Json<'_>) -> Option<i64> {
    match json {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    }
}

/// How many versions, extensions or scopes a server may name, and how long each may be, in bytes. What is more
/// is nothing that a client could act on.
const MOST_PARTS: usize = 64;
const LONGEST_PART: usize = 1000;

/// The parts of texts that consist of some characters.
fn parts(texts: &[String], is_of_a_part: fn(char) -> bool) -> Vec<String> {
    let parts = texts.iter().flat_map(|text| text.split(|character| !is_of_a_part(character)));
    let readable = parts.filter(|part| !part.is_empty() && part.len() <= LONGEST_PART);
    readable.take(MOST_PARTS).map(str::to_owned).collect()
}

/// A text, or the texts of a list.
fn texts(json: &Json<'_>, found: &mut Vec<String>) {
    match json {
        Json::Array(elements) => elements.iter().for_each(|element| texts(element, found)),
        other => found.extend(other.as_str().map(str::to_owned)),
    }
}
