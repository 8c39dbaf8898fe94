//! JSON as it stands in a text: members in order, duplicate keys known, strings borrowed where they have no
//! escapes, and numbers as they are written, so that none is changed on its way through.

mod canonical;
mod object;
mod parser;
mod serialize;
mod writer;

use std::borrow::Cow;

pub use object::{Object, sorted};
pub use parser::{Error, Parser, Problem};
pub use serialize::{NotWritten, to_text};

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written.
    Number(Cow<'t, str>),
    /// A string, without its quotation marks and escapes.
    String(Cow<'t, str>),
    /// A list.
    Array(Vec<Json<'t>>),
    /// An object.
    Object(Object<'t>),
}

impl<'t> Json<'t> {
    /// An object of these members. Of a key that stands there more than once, the last value stays.
    #[must_use]
    pub fn object(members: Vec<(Cow<'t, str>, Json<'t>)>) -> Self {
        Self::Object(Object::of(members))
    }

    /// The type's name for a message.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a boolean.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The elements of a list.
    #[must_use]
    pub const fn as_array(&self) -> Option<&Vec<Json<'t>>> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of an object.
    #[must_use]
    pub const fn as_object(&self) -> Option<&Object<'t>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The part that a token of a JSON Pointer (RFC 6901) names.
    #[must_use]
    pub fn part(&self, token: &str) -> Option<&Json<'t>> {
        match self {
            Self::Array(elements) => elements.get(index(token)?),
            Self::Object(object) => object.get(token),
            _ => None,
        }
    }

    /// The part that a token of a JSON Pointer names, to be changed.
    #[must_use]
    pub fn part_mut(&mut self, token: &str) -> Option<&mut Json<'t>> {
        match self {
            Self::Array(elements) => elements.get_mut(index(token)?),
            Self::Object(object) => object.get_mut(token),
            _ => None,
        }
    }

    /// The members of an object, to be changed.
    #[must_use]
    pub const fn as_object_mut(&mut self) -> Option<&mut Object<'t>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Whether this is `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value without ties to the text that it was read from.
    #[must_use]
    pub fn into_owned(self) -> Json<'static> {
        match self {
            Self::Null => Json::Null,
            Self::Bool(value) => Json::Bool(value),
            Self::Number(text) => Json::Number(Cow::Owned(text.into_owned())),
            Self::String(text) => Json::String(Cow::Owned(text.into_owned())),
            Self::Array(elements) => Json::Array(elements.into_iter().map(Json::into_owned).collect()),
            Self::Object(object) => Json::Object(object.into_owned()),
        }
    }
}

/// The index that a token of a JSON Pointer stands for: digits without leading zeros.
#[must_use]
pub fn index(token: &str) -> Option<usize> {
    let is_canonical = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_canonical)
}

impl From<bool> for Json<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Json<'_> {
    fn from(value: u64) -> Self {
        Self::Number(Cow::Owned(value.to_string()))
    }
}

impl<'t> From<&'t str> for Json<'t> {
    fn from(text: &'t str) -> Self {
        Self::String(Cow::Borrowed(text))
    }
}

impl From<String> for Json<'_> {
    fn from(text: String) -> Self {
        Self::String(Cow::Owned(text))
    }
}

impl<'t> From<Vec<Json<'t>>> for Json<'t> {
    fn from(elements: Vec<Json<'t>>) -> Self {
        Self::Array(elements)
    }
}

impl<'t> From<Object<'t>> for Json<'t> {
    fn from(object: Object<'t>) -> Self {
        Self::Object(object)
    }
}
