//! Values as text.

use std::fmt::{self, Write as _};

use crate::Json;
use crate::parser::plain_length;

impl Json<'_> {
    /// The value as text, without white space.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::Null => text.push_str("null"),
            Self::Bool(true) => text.push_str("true"),
            Self::Bool(false) => text.push_str("false"),
            Self::Number(number) => text.push_str(number),
            Self::String(string) => write_string(text, string),
            Self::Array(elements) => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    element.write(text);
                }
                text.push(']');
            }
            Self::Object(object) => {
                text.push('{');
                for (index, (key, value)) in object.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    write_string(text, key);
                    text.push(':');
                    value.write(text);
                }
                text.push('}');
            }
        }
    }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_text())
    }
}

/// Writes a string with its quotation marks and the escapes that it needs.
pub(crate) fn write_string(text: &mut String, string: &str) {
    text.push('"');
    let mut rest = string;
    loop {
        let (plain, special) = rest.split_at(plain_length(rest.as_bytes()));
        text.push_str(plain);
        if special.is_empty() {
            break;
        }
        let mut characters = special.chars();
        let escape = match characters.next().unwrap_or_default() {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\u{8}' => "\\b",
            '\t' => "\\t",
            '\n' => "\\n",
            '\u{c}' => "\\f",
            '\r' => "\\r",
            control => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{:04x}", u32::from(control));
                ""
            }
        };
        text.push_str(escape);
        rest = characters.as_str();
    }
    text.push('"');
}
