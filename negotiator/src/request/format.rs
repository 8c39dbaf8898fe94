//! Requests as people send them by hand: a command, code, or the text that goes over the connection.
//!
//! Whatever stands in a request is quoted, and secrets are variables whose names start with `A2A_`: a card
//! must not be able to name a variable of its reader's environment.

mod shown;

use std::str::FromStr;

use crate::error::{InputError, InputErrorCode};
use crate::json::{self, Json, Object};
use crate::words::quote;

use super::{Misuse, Request};
use shown::{Piece, Shown};

/// How a request is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestStyle {
    /// A command of curl for a POSIX shell; over gRPC one of grpcurl. Secrets are shell variables.
    Curl,
    /// JavaScript that calls `fetch`. Secrets are variables of the process's environment.
    Fetch,
    /// The text of HTTP/1.1. Secrets are the placeholders of the request.
    Http,
}

impl RequestStyle {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Curl, Self::Fetch, Self::Http];

    /// The style's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::Fetch => "fetch",
            Self::Http => "http",
        }
    }
}

impl FromStr for RequestStyle {
    type Err = InputError;

    fn from_str(word: &str) -> Result<Self, InputError> {
        let known = Self::ALL.into_iter().find(|style| style.as_str() == word);
        known.ok_or_else(|| InputError {
            code: InputErrorCode::WrongShape,
            message: ["the style is ", &quote(word)].concat(),
            help: "name one of `curl`, `fetch` and `http`".into(),
            position: None,
            pointer: None,
        })
    }
}

/// A request as a person sends it by hand.
///
/// # Errors
/// When the request has no such form: over gRPC there is neither a text nor a call of `fetch`.
pub fn format_request(request: &Request, style: RequestStyle) -> Result<String, InputError> {
    format_request_json(&a2a_json::to_text(request).unwrap_or_default(), style)
}

/// As [`format_request`], from the JSON text of a request.
///
/// # Errors
/// Also when the text is not JSON, or no request that can be sent.
pub fn format_request_json(request: &str, style: RequestStyle) -> Result<String, InputError> {
    let document = json::parse(request, "the request")?;
    let nothing = Object::new();
    format(document.root.as_object().unwrap_or(&nothing), style).map_err(|misuse| *misuse.error)
}

fn format(request: &Object<'_>, style: RequestStyle) -> Result<String, Misuse> {
    let shown = Shown::of(request)?;
    if request.get("binding").and_then(Json::as_str) != Some("GRPC") {
        return Ok(match style {
            RequestStyle::Curl => curl(&shown),
            RequestStyle::Fetch => fetch(&shown),
            RequestStyle::Http => http(request, &shown),
        });
    }
    if style == RequestStyle::Curl {
        return Ok(grpcurl(&shown));
    }
    let message = "a request over gRPC is neither text nor a call of `fetch`".into();
    let help = "use the style `curl`, which gives a command of grpcurl";
    Err(Misuse::new("request", "binding", InputErrorCode::Unsupported, message, help))
}

/// Quotation marks of JSON, between the double ones of a shell.
const JSON_MARKS: &str = "\\\"";

fn curl(shown: &Shown<'_>) -> String {
    let mut command = ["curl --globoff --no-buffer --request ", shown.method].concat();
    let mut option = |name: &str, value: &str, marks: &str| {
        command.extend([" \\\n  ", name, " ", &in_shell(shown, value, marks)]);
    };
    option("--url", &shown.url, "");
    for (name, value) in &shown.query {
        option("--url-query", &[name, "=", &**value].concat(), "");
    }
    for (name, value) in &shown.headers {
        option("--header", &[name, ": ", value].concat(), "");
    }
    for certificate in &shown.certificates {
        option("--cert", certificate, "");
    }
    if let Some(body) = &shown.body {
        option("--data-raw", body, JSON_MARKS);
    }
    command.push('\n');
    command
}

fn grpcurl(shown: &Shown<'_>) -> String {
    let (scheme, rest) = shown.url.split_once("://").unwrap_or_default();
    let is_plain = matches!(scheme, "http" | "grpc");
    let mut target = shown.url.clone();
    if is_plain || matches!(scheme, "https" | "grpcs") {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
        let has_port = authority.rsplit(']').next().is_some_and(|end| end.contains(':'));
        let port = if is_plain { ":80" } else { ":443" };
        target = [authority, if has_port { "" } else { port }].concat();
    }
    let mut command = String::from(if is_plain { "grpcurl -plaintext" } else { "grpcurl" });
    let mut option = |name: &str, value: &str, marks: &str| {
        command.extend([" \\\n  ", name, " ", &in_shell(shown, value, marks)]);
    };
    for (name, value) in &shown.headers {
        option("-H", &[name, ": ", value].concat(), "");
    }
    for certificate in &shown.certificates {
        option("-cert", certificate, "");
    }
    if let Some(body) = &shown.body {
        option("-d", body, JSON_MARKS);
    }
    option("--", &target, "");
    command.extend([" ", &in_shell(shown, shown.method.trim_start_matches('/'), ""), "\n"]);
    command
}

fn fetch(shown: &Shown<'_>) -> String {
    let mut code = String::new();
    for certificate in &shown.certificates {
        code.extend([
            "// the connection presents the client certificate ",
            &in_script(shown, certificate, ""),
            "\n",
        ]);
    }
    code.extend(["const response = await fetch(", &in_script(shown, &shown.url, "")]);
    for (index, (name, value)) in shown.query.iter().enumerate() {
        let separator = if index > 0 || shown.url.contains('?') { "&" } else { "?" };
        let pair = [separator, name, "=", value].concat();
        code.extend([" + ", &in_script(shown, &pair, "encodeURIComponent")]);
    }
    code.extend([", {\n  method: ", &in_script(shown, shown.method, ""), ",\n  headers: {\n"]);
    for (name, value) in &shown.headers {
        // Bare, this name would set the prototype.
        let (open, close) = if *name == "__proto__" { ("[", "]") } else { ("", "") };
        let (name, value) = (in_script(shown, name, ""), in_script(shown, value, ""));
        code.extend(["    ", open, &name, close, ": ", &value, ",\n"]);
    }
    code.push_str("  },\n");
    if let Some(body) = &shown.body {
        code.extend(["  body: ", &in_script(shown, body, "JSON.stringify"), ",\n"]);
    }
    code.push_str("});\n");
    code
}

fn http(request: &Object<'_>, shown: &Shown<'_>) -> String {
    let text_of = |key| request.get(key).and_then(Json::as_str).unwrap_or_default();
    let url = text_of("url");
    let (_, rest) = url.split_once("://").unwrap_or(("", url));
    let (host, target) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let target = target.split('#').next().unwrap_or_default();
    let slash = if target.starts_with('/') { "" } else { "/" };
    let mut text = [shown.method, " ", slash, target, " HTTP/1.1\nHost: ", host, "\n"].concat();
    for (name, value) in request.get("headers").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        text.extend([name, ": ", value.as_str().unwrap_or_default(), "\n"]);
    }
    if shown.body.is_some() {
        text.extend(["\n", &request.get("body").map(Json::to_text).unwrap_or_default(), "\n"]);
    }
    text
}

/// A word of a POSIX shell. Secrets stand in quotation marks, if any are given.
fn in_shell(shown: &Shown<'_>, text: &str, marks: &str) -> String {
    let mut word = String::new();
    for piece in shown.pieces(text) {
        match piece {
            Piece::Text(text) => word.extend(["'", &text.replace('\'', r"'\''"), "'"]),
            Piece::Secret(variable) => word.extend(["\"", marks, "$", variable, marks, "\""]),
        }
    }
    word
}

/// An expression of JavaScript. Secrets are given to a function, if one is named.
fn in_script(shown: &Shown<'_>, text: &str, function: &str) -> String {
    let mut expression = String::new();
    for piece in shown.pieces(text) {
        if !expression.is_empty() {
            expression.push_str(" + ");
        }
        match piece {
            // What a request can hold has no line breaks.
            Piece::Text(text) => {
                expression.extend(["'", &text.replace('\\', r"\\").replace('\'', r"\'"), "'"]);
            }
            Piece::Secret(variable) if function.is_empty() => expression.extend(["process.env.", variable]),
            Piece::Secret(variable) => expression.extend([function, "(process.env.", variable, ")"]),
        }
    }
    expression
}
