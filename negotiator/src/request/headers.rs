//! The headers of a request.

use crate::map::Map;

/// Headers by name, each once whatever its case.
pub(super) struct Headers(pub(super) Map<String>);

impl Headers {
    /// Sets a header where none of its name is there, and says whether it did.
    pub(super) fn insert_new(&mut self, name: &str, value: impl Into<String>) -> bool {
        let is_new = self.find(name).is_none();
        if is_new {
            self.0.insert(name.to_owned(), value.into());
        }
        is_new
    }

    /// Adds a cookie where none of its name is there, and says whether it did.
    pub(super) fn add_cookie(&mut self, name: &str, value: &str) -> bool {
        let cookie = [name, "=", value].concat();
        let Some(cookies) = self.find("Cookie") else { return self.insert_new("Cookie", cookie) };
        let is_new = !cookies.split("; ").any(|other| other.split('=').next() == Some(name));
        if is_new {
            *cookies = [cookies, "; ", &*cookie].concat();
        }
        is_new
    }

    fn find(&mut self, name: &str) -> Option<&mut String> {
        self.0.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The headers that are the protocol's or the connection's own, which no credential can be in, a line each.
/// The npm package reads the same file.
const OWN: &str = include_str!("own_headers.txt");

/// Whether a header is the protocol's or the connection's own.
pub(super) fn is_own(name: &str) -> bool {
    is_listed(OWN, name)
}

/// The headers that a page in a browser cannot set (the Fetch standard), a line each; one that ends in a hyphen
/// is how such names start.
const OF_THE_PAGE: &str = include_str!("page_headers.txt");

/// Whether a header is one that a page in a browser cannot set.
pub(super) fn is_of_the_page(name: &str) -> bool {
    is_listed(OF_THE_PAGE, name)
}

#[inline(never)]
fn is_listed(list: &str, name: &str) -> bool {
    list.split('\n').any(|listed| {
        let start = if listed.ends_with('-') { name.get(..listed.len()) } else { Some(name) };
        !listed.is_empty() && start.is_some_and(|start| listed.eq_ignore_ascii_case(start))
    })
}

/// The first header that cannot be sent: one whose name is no token, or whose value would not end where it
/// should or is not in ASCII.
pub(super) fn unsendable<'h>(headers: &[(&'h str, &'h str)]) -> Option<&'h str> {
    let is_sendable = |character: char| character.is_ascii() && !is_control(character);
    let broken = headers.iter().find(|(name, value)| !is_token(name) || !value.chars().all(is_sendable));
    broken.map(|(name, _)| *name)
}

/// Whether a text is a token (RFC 9110).
pub(crate) fn is_token(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

pub(super) fn is_control(character: char) -> bool {
    character.is_control() && character != '\t'
}
