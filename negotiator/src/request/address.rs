//! URLs of requests.

use std::fmt::Write as _;

use super::table::CARD_PATH_0_2;

/// A text for a segment of a path or a part of a query: everything but unreserved characters (RFC 3986) is
/// percent-encoded.
pub(super) fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// A URL with a path below its own.
pub(super) fn below(url: &str, path: &str) -> String {
    let (base, query) = split(url);
    [base.trim_end_matches('/'), path, query].concat()
}

/// Where 0.2 has its extended agent card: beside the last segment of the URL's path.
pub(super) fn card_of_0_2(url: &str) -> String {
    let (base, query) = split(url);
    let base = base.trim_end_matches('/');
    let (_, rest) = after_scheme(base);
    let parent = rest.rfind('/').and_then(|at| base.get(..base.len() - rest.len() + at)).unwrap_or(base);
    [parent, CARD_PATH_0_2, query].concat()
}

/// The scheme of a URL, and what comes after `://`; no scheme where there is none.
pub(super) fn after_scheme(url: &str) -> (&str, &str) {
    url.split_once("://").unwrap_or(("", url))
}

/// A URL with a parameter at the end of its query. The value is taken as it stands.
pub(super) fn with_query(url: &str, name: &str, value: &str) -> String {
    let url = without_fragment(url);
    let separator = if !url.contains('?') {
        "?"
    } else if url.ends_with(['?', '&']) {
        ""
    } else {
        "&"
    };
    [url, separator, &encode(name), "=", value].concat()
}

/// Whether a parameter is in a URL's query.
pub(super) fn has_parameter(url: &str, name: &str) -> bool {
    let (_, query) = split(url);
    query.split(['?', '&']).any(|pair| decoded(pair.split('=').next().unwrap_or(pair)).eq(name.bytes()))
}

/// The bytes that a name in a query stands for, as servers read it.
fn decoded(text: &str) -> impl Iterator<Item = u8> {
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        let (&first, after) = rest.split_first()?;
        rest = after;
        if first == b'+' {
            return Some(b' ');
        }
        let digit = |at: usize| char::from(*after.get(at)?).to_digit(16);
        let hex = if first == b'%' { digit(0).zip(digit(1)) } else { None };
        let Some((high, low)) = hex else { return Some(first) };
        rest = after.get(2..)?;
        u8::try_from(high * 16 + low).ok()
    })
}

/// A URL without its fragment, and where its query starts.
fn split(url: &str) -> (&str, &str) {
    let url = without_fragment(url);
    url.split_at(url.find('?').unwrap_or(url.len()))
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_before_the_query() {
        assert_eq!(below("https://a.example/x/?y=1#z", "/tasks"), "https://a.example/x/tasks?y=1");
        assert_eq!(below("https://a.example", "/tasks"), "https://a.example/tasks");
    }

    #[test]
    fn parameters_go_to_the_end_of_the_query() {
        assert_eq!(with_query("https://a.example/#z", "a b", "{c}"), "https://a.example/?a%20b={c}");
        assert_eq!(with_query("https://a.example/?x=1", "y", "2"), "https://a.example/?x=1&y=2");
        assert_eq!(with_query("https://a.example/?", "y", "2"), "https://a.example/?y=2");
    }

    #[test]
    fn a_parameter_is_there_however_it_is_written() {
        for url in
            ["https://a.example/?a%20b=1", "https://a.example/?x=1&a+b", "https://a.example/?%61%20%62=#z"]
        {
            assert!(has_parameter(url, "a b"), "{url}");
        }
        for url in [
            "https://a.example/a b",
            "https://a.example/?x=a+b",
            "https://a.example/?a%2=1",
            "https://a.example/#?a+b",
        ] {
            assert!(!has_parameter(url, "a b"), "{url}");
        }
        assert!(has_parameter("https://a.example/?%zz%=1", "%zz%"));
    }

    #[test]
    fn the_card_of_0_2_is_beside_the_endpoint() {
        for url in ["https://a.example", "https://a.example/", "https://a.example/a2a"] {
            assert_eq!(card_of_0_2(url), "https://a.example/agent/authenticatedExtendedCard", "{url}");
        }
        assert_eq!(
            card_of_0_2("https://a.example/x/a2a/?t=1"),
            "https://a.example/x/agent/authenticatedExtendedCard?t=1"
        );
    }

    #[test]
    fn encodes_what_would_mean_something() {
        assert_eq!(encode("a/b?c#d e%é{}"), "a%2Fb%3Fc%23d%20e%25%C3%A9%7B%7D");
    }
}
