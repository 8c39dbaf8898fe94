//! JSON Pointers (RFC 6901), and paths that become one only when somebody asks.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::json::Json;
use crate::shape::{FromJson, Mistakes};

/// A JSON Pointer (RFC 6901) into a document as it was given, such as `/skills/0/inputModes`. The
/// empty pointer is the whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Pointer(String);

impl Pointer {
    /// The whole document.
    #[must_use]
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// The pointer as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The pointer to a member of the object that this one points to.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let mut text = self.0.clone();
        push_key(&mut text, key);
        Self(text)
    }

    /// The pointer to an element of the array that this one points to.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        let mut text = self.0.clone();
        push_index(&mut text, index);
        Self(text)
    }

    /// The reference tokens, unescaped.
    pub fn tokens(&self) -> impl Iterator<Item = Cow<'_, str>> {
        tokens(&self.0)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl AsRef<str> for Pointer {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromJson for Pointer {
    const MOST: usize = usize::MAX;

    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        String::from_json(json, path, mistakes).map(Self)
    }
}

impl From<&str> for Pointer {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Pointer {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// The reference tokens of a pointer's text, unescaped.
pub(crate) fn tokens(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(|token| {
        if token.contains('~') {
            Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(token)
        }
    })
}

fn push_key(text: &mut String, key: &str) {
    text.push('/');
    if !key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        text.push_str(key);
        return;
    }
    for character in key.chars() {
        match character {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            other => text.push(other),
        }
    }
}

fn push_index(text: &mut String, index: usize) {
    text.push('/');
    push_number(text, index);
}

fn push_number(text: &mut String, number: usize) {
    const DIGITS: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.extend(DIGITS.get(number % 10));
}

/// Where the reader stands in a document: a list on the stack that becomes a [`Pointer`] only when a
/// finding or a field of the model needs one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path<'p> {
    Root,
    /// The root where nobody asks for the place of anything: all pointers from here are empty.
    Nowhere,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    pub(crate) const fn key(&'p self, key: &'p str) -> Self {
        Path::Key(self, key)
    }

    pub(crate) const fn index(&'p self, index: usize) -> Self {
        Path::Index(self, index)
    }

    pub(crate) fn pointer(&self) -> Pointer {
        let Some(length) = self.length() else { return Pointer::root() };
        let mut text = String::with_capacity(length);
        self.write(&mut text);
        Pointer(text)
    }

    /// How long the text is, as a rule.
    fn length(&self) -> Option<usize> {
        match self {
            Path::Root => Some(0),
            Path::Nowhere => None,
            Path::Key(parent, key) => Some(parent.length()? + 1 + key.len()),
            Path::Index(parent, _) => Some(parent.length()? + 3),
        }
    }

    fn write(&self, text: &mut String) {
        match self {
            Path::Root | Path::Nowhere => {}
            Path::Key(parent, key) => {
                parent.write(text);
                push_key(text, key);
            }
            Path::Index(parent, index) => {
                parent.write(text);
                push_index(text, *index);
            }
        }
    }
}

impl From<Path<'_>> for Pointer {
    fn from(path: Path<'_>) -> Self {
        path.pointer()
    }
}

impl From<&Path<'_>> for Pointer {
    fn from(path: &Path<'_>) -> Self {
        path.pointer()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_both_ways() {
        let root = Path::Root;
        let skills = root.key("a/b~c");
        let pointer = skills.index(3).pointer();
        assert_eq!(pointer.as_str(), "/a~1b~0c/3");
        assert_eq!(pointer.tokens().collect::<Vec<_>>(), ["a/b~c", "3"]);
        assert_eq!(Pointer::root().key("a/b~c").index(3), pointer);
    }
}
