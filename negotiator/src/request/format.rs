//! Requests as people send them by hand: a command, code, or the text that goes over the connection.
//!
//! Whatever stands in a request is quoted, and secrets are variables whose names start with `A2A_`: a card
//! must not be able to name a variable of its reader's environment.

mod shown;

use std::str::FromStr;

use crate::error::{InputError, InputErrorCode};
use crate::json::{self, Json, Object};
use crate::words::{append, quote, with};

use super::address::after_scheme;
use super::{Misuse, Request};
use shown::{Piece, Shown, members, text_of};

/// How a request is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestStyle {
    /// A command of curl (7.87 or later) for a POSIX shell; over gRPC one of grpcurl. Secrets are shell
    /// variables.
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
    shell_option(&mut command, shown, "--url", &[&shown.url]);
    for (name, value) in &shown.query {
        shell_option(&mut command, shown, "--url-query", &[name, "=", value]);
    }
    for (name, value) in &shown.headers {
        shell_option(&mut command, shown, "--header", &[name, ": ", value]);
    }
    for certificate in &shown.certificates {
        shell_option(&mut command, shown, "--cert", &[certificate]);
    }
    if let Some(body) = &shown.body {
        command.push_str(" \\\n  --data-raw ");
        shell_word(&mut command, shown, body, JSON_MARKS);
    }
    command.push('\n');
    command
}

fn grpcurl(shown: &Shown<'_>) -> String {
    let (scheme, rest) = after_scheme(&shown.url);
    let is_plain = matches!(scheme, "http" | "grpc");
    let mut target = shown.url.clone();
    if is_plain || matches!(scheme, "https" | "grpcs") {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
        let has_port = authority.rsplit(']').next().is_some_and(|end| end.contains(':'));
        let port = if is_plain { ":80" } else { ":443" };
        target = [authority, if has_port { "" } else { port }].concat();
    }
    let mut command = String::from(if is_plain { "grpcurl -plaintext" } else { "grpcurl" });
    for (name, value) in &shown.headers {
        shell_option(&mut command, shown, "-H", &[name, ": ", value]);
    }
    for certificate in &shown.certificates {
        shell_option(&mut command, shown, "-cert", &[certificate]);
    }
    if let Some(body) = &shown.body {
        command.push_str(" \\\n  -d ");
        shell_word(&mut command, shown, body, JSON_MARKS);
    }
    shell_option(&mut command, shown, "--", &[&target]);
    command.push(' ');
    shell_word(&mut command, shown, shown.method.trim_start_matches('/'), "");
    command.push('\n');
    command
}

fn fetch(shown: &Shown<'_>) -> String {
    let mut code = String::new();
    for certificate in &shown.certificates {
        code.push_str("// the connection presents the client certificate ");
        script_expression(&mut code, shown, certificate, "");
        code.push('\n');
    }
    code.push_str("const response = await fetch(");
    script_expression(&mut code, shown, &shown.url, "");
    for (index, (name, value)) in shown.query.iter().enumerate() {
        let separator = if index > 0 || shown.url.contains('?') { "&" } else { "?" };
        code.push_str(" + ");
        script_expression(&mut code, shown, &[separator, name, "=", value].concat(), "encodeURIComponent");
    }
    code.push_str(", {\n  method: ");
    script_expression(&mut code, shown, shown.method, "");
    code.push_str(",\n  headers: {\n");
    for (name, value) in &shown.headers {
        // Bare, this name would set the prototype.
        let (open, close) = if *name == "__proto__" { ("    [", "]: ") } else { ("    ", ": ") };
        code.push_str(open);
        script_expression(&mut code, shown, name, "");
        code.push_str(close);
        script_expression(&mut code, shown, value, "");
        code.push_str(",\n");
    }
    code.push_str("  },\n");
    if let Some(body) = &shown.body {
        code.push_str("  body: ");
        script_expression(&mut code, shown, body, "JSON.stringify");
        code.push_str(",\n");
    }
    code.push_str("});\n");
    code
}

fn http(request: &Object<'_>, shown: &Shown<'_>) -> String {
    let url = text_of(request, "url");
    let (_, rest) = after_scheme(url);
    let (host, target) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let target = target.split('#').next().unwrap_or_default();
    let slash = if target.starts_with('/') { "" } else { "/" };
    let mut text = String::new();
    append(&mut text, &[shown.method, " ", slash, target, " HTTP/1.1\nHost: ", host, "\n"]);
    for (name, value) in members(request, "headers") {
        append(&mut text, &[name, ": ", value.as_str().unwrap_or_default(), "\n"]);
    }
    if let Some(body) = request.get("body").filter(|_| shown.body.is_some()) {
        append(&mut text, &["\n", &body.to_text(), "\n"]);
    }
    text
}

/// An option of a command, on a line of its own, with its value in pieces.
fn shell_option(command: &mut String, shown: &Shown<'_>, name: &str, value: &[&str]) {
    append(command, &[" \\\n  ", name, " "]);
    shell_word(command, shown, &value.concat(), "");
}

/// A word of a POSIX shell. Secrets stand in quotation marks, if any are given.
fn shell_word(command: &mut String, shown: &Shown<'_>, text: &str, marks: &str) {
    for piece in shown.pieces(text) {
        match piece {
            Piece::Text(text) => append(command, &["'", &with(text, '\'', r"'\''"), "'"]),
            Piece::Secret(variable) => append(command, &["\"", marks, "$", variable, marks, "\""]),
        }
    }
}

/// An expression of JavaScript. Secrets are given to a function, if one is named.
fn script_expression(code: &mut String, shown: &Shown<'_>, text: &str, function: &str) {
    if text.is_empty() {
        code.push_str("''");
    }
    let mut separator = "";
    for piece in shown.pieces(text) {
        code.push_str(separator);
        separator = " + ";
        match piece {
            // What a request can hold has no line breaks.
            Piece::Text(text) => {
                append(code, &["'", &with(&with(text, '\\', r"\\"), '\'', r"\'"), "'"]);
            }
            Piece::Secret(variable) if function.is_empty() => append(code, &["process.env.", variable]),
            Piece::Secret(variable) => append(code, &[function, "(process.env.", variable, ")"]),
        }
    }
}
