//! Errors of misuse: text that is not JSON, values of the wrong shape, documents past the limits. A
//! refusal to call is not an error but an outcome.

use std::fmt;

use serde::Serialize;

use crate::Pointer;
use crate::locate::Position;

/// Why an input could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InputError {
    /// What kind of error this is; stable.
    pub code: InputErrorCode,
    /// What is wrong, and with which document.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where in the text, if at a certain place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The value that has the wrong shape, if one has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<Pointer>,
}

/// The kinds of [`InputError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InputErrorCode {
    /// The text is not JSON.
    NotJson,
    /// The JSON has another shape than expected.
    WrongShape,
    /// The text is longer than [`limits::MAX_TEXT_BYTES`](crate::limits::MAX_TEXT_BYTES).
    TooLarge,
    /// The text is nested deeper than [`limits::MAX_DEPTH`](crate::limits::MAX_DEPTH).
    TooDeep,
    /// The card has more skills or interfaces than the [limits](crate::limits) allow.
    TooMany,
    /// The JSON is no agent card, where nothing can be said without one.
    NotACard,
    /// There is no request for this: the binding is a custom one, or has no such operation in this version, or
    /// a credential goes where something else of the request is.
    Unsupported,
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        if let Some(position) = &self.position {
            write!(formatter, ", at line {} column {}", position.line, position.column)?;
        }
        write!(formatter, "; {}", self.help)
    }
}

impl std::error::Error for InputError {}
