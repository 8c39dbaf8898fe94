//! JSON as it stands in the text: keys in order, duplicates kept, strings borrowed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, DeserializeSeed};

use crate::error::{InputError, InputErrorCode};
use crate::limits::{MAX_DEPTH, MAX_TEXT_BYTES};
use crate::locate::Lines;
use crate::words::quote;

/// A JSON value. Numbers and `null` carry nothing, since nothing in an agent card is a number.
#[derive(Debug)]
pub(crate) enum Json<'t> {
    Null,
    Bool(bool),
    Number,
    String(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    Object(Object<'t>),
}

/// An object's members in the order of the text. Of a duplicate key the last value stays.
#[derive(Debug, Default)]
pub(crate) struct Object<'t> {
    members: Vec<(Cow<'t, str>, Json<'t>)>,
    duplicates: Vec<Cow<'t, str>>,
}

impl<'t> Json<'t> {
    /// The type's name for a message.
    pub(crate) const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) const fn as_array(&self) -> Option<&Vec<Json<'t>>> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    pub(crate) const fn as_object(&self) -> Option<&Object<'t>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    pub(crate) const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<'t> Object<'t> {
    fn new(mut members: Vec<(Cow<'t, str>, Json<'t>)>) -> Self {
        let duplicates = duplicate_keys(&members);
        if !duplicates.is_empty() {
            let mut later = BTreeSet::new();
            let mut kept: Vec<_> =
                members.into_iter().rev().filter(|(key, _)| later.insert(key.clone())).collect();
            kept.reverse();
            members = kept;
        }
        Self { members, duplicates }
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Json<'t>> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The member with a key.
    pub(crate) fn entry(&self, key: &str) -> Option<(&str, &Json<'t>)> {
        self.iter().find(|(name, _)| *name == key)
    }

    /// The members in the order of the text.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Json<'t>)> {
        self.members.iter().map(|(key, value)| (key.as_ref(), value))
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The keys that stand more than once in the text.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = &str> {
        self.duplicates.iter().map(AsRef::as_ref)
    }
}

/// The keys that stand more than once, each named once. Small objects, which are nearly all, are
/// compared pair by pair, which is faster than a set.
fn duplicate_keys<'t>(members: &[(Cow<'t, str>, Json<'t>)]) -> Vec<Cow<'t, str>> {
    const SMALL: usize = 16;
    let mut duplicates: Vec<Cow<'t, str>> = Vec::new();
    if members.len() <= SMALL {
        for (index, (key, _)) in members.iter().enumerate() {
            let again = members.iter().take(index).any(|(earlier, _)| earlier == key);
            if again && !duplicates.contains(key) {
                duplicates.push(key.clone());
            }
        }
    } else {
        let mut seen = BTreeSet::new();
        let mut reported = BTreeSet::new();
        for (key, _) in members {
            if !seen.insert(key) && reported.insert(key) {
                duplicates.push(key.clone());
            }
        }
    }
    duplicates
}

/// A parsed document with what is odd about its text.
#[derive(Debug)]
pub(crate) struct Document<'t> {
    pub(crate) root: Json<'t>,
    pub(crate) byte_order_mark: bool,
    pub(crate) has_duplicates: bool,
}

/// Parses a card's text.
pub(crate) fn parse<'t>(text: &'t str, what: &str) -> Result<Document<'t>, InputError> {
    check_size(text, what)?;
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut has_duplicates = false;
    let mut deserializer = serde_json::Deserializer::from_str(json);
    // The depth is counted below, so that the limit is ours and exact.
    deserializer.disable_recursion_limit();
    let seed = Seed { depth: 0, has_duplicates: &mut has_duplicates };
    let root = seed
        .deserialize(&mut deserializer)
        .and_then(|root| deserializer.end().map(|()| root))
        .map_err(|error| not_json(text, json, &error, what))?;
    Ok(Document { root, byte_order_mark: json.len() != text.len(), has_duplicates })
}

/// A document as a value that can be edited.
pub(crate) fn to_value(text: &str, what: &str) -> Result<serde_json::Value, InputError> {
    check_size(text, what)?;
    let json = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(json).map_err(|error| not_json(text, json, &error, what))
}

fn check_size(text: &str, what: &str) -> Result<(), InputError> {
    if text.len() <= MAX_TEXT_BYTES {
        return Ok(());
    }
    Err(InputError {
        code: InputErrorCode::TooLarge,
        message: format!("{what} has {} bytes, and at most {MAX_TEXT_BYTES} are read", text.len()),
        help: "take out what no client needs before its first message, such as embedded images".into(),
        position: None,
        pointer: None,
    })
}

fn not_json(text: &str, json: &str, error: &serde_json::Error, what: &str) -> InputError {
    let mut at = byte_offset(json, error.line(), error.column()) + (text.len() - json.len());
    let said = error.to_string();
    if said.starts_with("control character") {
        // The string that was not closed on its line is what is wrong, and it starts before.
        at = text.get(..at).and_then(|before| before.rfind('"')).unwrap_or(at);
    }
    let position = Some(Lines::new(text).position(at));
    if error.is_data() || said.starts_with("recursion limit") {
        return InputError {
            code: InputErrorCode::TooDeep,
            message: format!("{what} is nested deeper than {MAX_DEPTH} levels"),
            help: "flatten it: no field that a client reads is nested deeper than a dozen levels".into(),
            position,
            pointer: None,
        };
    }
    let (problem, help) = explain_syntax(text, at, &said, error.is_eof());
    InputError {
        code: InputErrorCode::NotJson,
        message: format!("{what} is not JSON: {problem}"),
        help: help.into(),
        position,
        pointer: None,
    }
}

/// The byte offset of a place that serde_json gives as a line and a column in bytes, both from 1.
fn byte_offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// What a person would say about the place where the parser stopped.
fn explain_syntax(text: &str, at: usize, said: &str, is_eof: bool) -> (String, &'static str) {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let rest = text.get(at..).unwrap_or_default();
    let before = text.get(..at).unwrap_or_default().trim_end();
    if start.is_empty() {
        return ("the text is empty".into(), "paste an agent card");
    }
    if start.starts_with('<') {
        return (
            "it starts like an HTML or XML page".into(),
            "the address answers with a page; take the address of the JSON document, usually `/.well-known/agent-card.json`",
        );
    }
    if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        return ("JSON has no comments".into(), "take the comment out");
    }
    if said.starts_with("trailing comma") {
        return ("there is a comma after the last entry".into(), "take that comma out");
    }
    if is_eof {
        return (
            "the text ends in the middle".into(),
            "look for a missing closing bracket or quotation mark; the document may have been cut off",
        );
    }
    if rest.starts_with('\'') {
        return ("strings stand in double quotation marks".into(), "write `\"` in place of `'`");
    }
    if said.starts_with("trailing characters") {
        return (
            "there is more text after the end of the document".into(),
            "a document is one object; take out what follows its closing bracket",
        );
    }
    if said.starts_with("key must be a string") {
        return ("a key stands without quotation marks".into(), "put the key in double quotation marks");
    }
    if said.starts_with("expected `,`") {
        return (
            format!("found {} where a comma or a closing bracket belongs", found(rest)),
            "put a comma between the entries, or close the bracket",
        );
    }
    if said.starts_with("expected `:`") {
        return ("a key is not followed by a colon".into(), "write `\"key\": value`");
    }
    if said.starts_with("control character") {
        return (
            "a string contains a line break or another control character".into(),
            "write `\\n` for a line break inside a string, and close every string on its line",
        );
    }
    if said.starts_with("number out of range") || said.starts_with("invalid number") {
        return ("a number cannot be read".into(), "write numbers as JSON has them, such as `1.5`");
    }
    if said.contains("escape") || said.contains("surrogate") || said.contains("unicode") {
        return (
            "a string contains an escape that JSON does not have".into(),
            "write a backslash as `\\\\`, and characters outside the basic plane as two `\\u` escapes",
        );
    }
    let after = if before.is_empty() { "at the start" } else { "where a value belongs" };
    (
        format!("found {} {after}", found(rest)),
        "a value is an object, a list, a string in double quotation marks, a number, `true`, `false` or `null`",
    )
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

/// Deserialises a [`Json`] while counting the depth.
struct Seed<'d> {
    depth: usize,
    has_duplicates: &'d mut bool,
}

impl Seed<'_> {
    fn deeper<E: de::Error>(&mut self) -> Result<Seed<'_>, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom("too deep"));
        }
        Ok(Seed { depth: self.depth + 1, has_duplicates: self.has_duplicates })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn deserialize<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Json<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> de::Visitor<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
        Ok(Json::String(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(mut self, mut list: A) -> Result<Json<'de>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element_seed(self.deeper()?)? {
            elements.push(element);
        }
        Ok(Json::Array(elements))
    }

    fn visit_map<A: de::MapAccess<'de>>(mut self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            members.push((key, map.next_value_seed(self.deeper()?)?));
        }
        let object = Object::new(members);
        *self.has_duplicates |= !object.duplicates.is_empty();
        Ok(Json::Object(object))
    }
}

/// Deserialises a key without copying it.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> de::Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    // What serde would say of a number brings the whole formatting of floats along.
    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Self::Value, E> {
        Err(E::custom("a number is no key"))
    }
}
