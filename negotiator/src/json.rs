//! Reading JSON texts: within the limits, and with what is wrong in words for people.

use a2a_json::{Error, Parser, Problem};
pub(crate) use a2a_json::{Json, Object};

use crate::error::{InputError, InputErrorCode};
use crate::limits::{MAX_DEPTH, MAX_TEXT_BYTES};
use crate::locate::Lines;
use crate::pointer::Pointer;
use crate::words::quote;

/// A parsed document with what is odd about its text.
#[derive(Debug)]
pub(crate) struct Document<'t> {
    pub(crate) root: Json<'t>,
    pub(crate) byte_order_mark: bool,
    pub(crate) has_duplicates: bool,
}

/// Parses a document's text.
pub(crate) fn parse<'t>(text: &'t str, what: &str) -> Result<Document<'t>, InputError> {
    parse_within(text, what, MAX_TEXT_BYTES)
}

/// The same for a document that may be larger or must be smaller.
pub(crate) fn parse_within<'t>(text: &'t str, what: &str, most: usize) -> Result<Document<'t>, InputError> {
    check_size(text, what, most)?;
    let json = without_byte_order_mark(text);
    let mut parser = Parser::new(json, MAX_DEPTH);
    match parser.value().and_then(|root| parser.end().map(|()| root)) {
        Ok(root) => Ok(Document {
            root,
            byte_order_mark: json.len() != text.len(),
            has_duplicates: parser.has_duplicates(),
        }),
        Err(error) => Err(not_json(text, error, what)),
    }
}

/// Parses what a server has said. How large it is, how deep or how broken its strings are is no reason for an
/// error: what is nested too deeply is `null`.
pub(crate) fn parse_received<'t>(text: &'t str, what: &str) -> Result<Json<'t>, InputError> {
    let mut parser = Parser::forgiving(without_byte_order_mark(text), MAX_DEPTH);
    let root = parser.value().and_then(|root| parser.end().map(|()| root));
    root.map_err(|error| not_json(text, error, what))
}

/// The text after a byte order mark, which is not part of the JSON.
pub(crate) fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The value at a place.
pub(crate) fn at<'j, 't>(document: &'j Json<'t>, pointer: &Pointer) -> Option<&'j Json<'t>> {
    pointer.tokens().try_fold(document, |json, token| json.part(&token))
}

/// Whether a value says no more than that it is not there.
pub(crate) fn is_blank(value: &Json<'_>) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(elements) => elements.is_empty(),
        Json::Object(object) => object.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

fn check_size(text: &str, what: &str, most: usize) -> Result<(), InputError> {
    if text.len() <= most {
        return Ok(());
    }
    Err(InputError {
        code: InputErrorCode::TooLarge,
        message: format!("{what} has more than {most} bytes, which is not read"),
        help: "take out what no client needs before its first message, such as embedded images".into(),
        position: None,
        pointer: None,
    })
}

fn not_json(text: &str, error: Error, what: &str) -> InputError {
    let mut at = error.offset + (text.len() - without_byte_order_mark(text).len());
    if error.problem == Problem::End {
        // An editor can mark the last character, and nothing after it.
        let last = text.char_indices().next_back();
        at = last.filter(|(_, last)| *last != '\n').map_or(at, |(offset, _)| offset);
    }
    let position = Some(Lines::new(text).position(at));
    if error.problem == Problem::TooDeep {
        return InputError {
            code: InputErrorCode::TooDeep,
            message: format!("{what} is nested deeper than {MAX_DEPTH} levels"),
            help: "flatten it: no field that a client reads is nested deeper than a dozen levels".into(),
            position,
            pointer: None,
        };
    }
    let (problem, help) = explain_syntax(text, at, error.problem);
    InputError {
        code: InputErrorCode::NotJson,
        message: format!("{what} is not JSON: {problem}"),
        help: help.into(),
        position,
        pointer: None,
    }
}

/// What a person would say about the place where the parser stopped.
fn explain_syntax(text: &str, at: usize, problem: Problem) -> (String, &'static str) {
    let start = without_byte_order_mark(text).trim_start();
    let rest = text.get(at..).unwrap_or_default();
    if start.is_empty() {
        return ("the text is empty".into(), "paste an agent card");
    }
    if start.starts_with('<') {
        return (
            "it starts like an HTML or XML page".into(),
            "the address answers with a page; take the address of the JSON document, usually `/.well-known/agent-card.json`",
        );
    }
    let is_comment = problem != Problem::ControlCharacter
        && ["//", "/*", "#"].iter().any(|comment| rest.starts_with(comment));
    if is_comment {
        return ("JSON has no comments".into(), "take the comment out");
    }
    let (problem, help) = match problem {
        Problem::TrailingComma => ("there is a comma after the last entry", "take that comma out"),
        Problem::End => (
            "the text ends in the middle",
            "look for a missing closing bracket or quotation mark; the document may have been cut off",
        ),
        _ if rest.starts_with('\'') => {
            ("strings stand in double quotation marks", "write `\"` in place of `'`")
        }
        Problem::TrailingText => (
            "there is more text after the end of the document",
            "a document is one object; take out what follows its closing bracket",
        ),
        Problem::NoKey => ("a key stands without quotation marks", "put the key in double quotation marks"),
        Problem::NoComma => {
            return (
                format!("found {} where a comma or a closing bracket belongs", found(rest)),
                "put a comma between the entries, or close the bracket",
            );
        }
        Problem::NoColon => ("a key is not followed by a colon", "write `\"key\": value`"),
        Problem::ControlCharacter => (
            "a string contains a line break or another control character",
            "write `\\n` for a line break inside a string, and close every string on its line",
        ),
        Problem::Number => ("a number cannot be read", "write numbers as JSON has them, such as `1.5`"),
        Problem::Escape => (
            "a string contains an escape that JSON does not have",
            "write a backslash as `\\\\`, and characters outside the basic plane as two `\\u` escapes",
        ),
        Problem::NoValue | Problem::TooDeep => {
            let is_start = text.get(..at).unwrap_or_default().trim_end().is_empty();
            let place = if is_start { "at the start" } else { "where a value belongs" };
            return (
                format!("found {} {place}", found(rest)),
                "a value is an object, a list, a string in double quotation marks, a number, `true`, `false` or `null`",
            );
        }
    };
    (problem.into(), help)
}

fn found(rest: &str) -> String {
    let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).take(20).collect();
    match (word.is_empty(), rest.chars().next()) {
        (false, _) => format!("`{word}`"),
        (true, Some('`')) => "a back quote".into(),
        (true, Some(character)) => quote(&character.to_string()),
        (true, None) => "the end of the text".into(),
    }
}
