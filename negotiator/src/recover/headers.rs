//! The headers of a response that say what to do: how long to wait, and which scopes are missing.

use crate::json::{Json, Object};

/// The value of a header, whatever the case of its name; of several, all joined as HTTP joins them.
pub(super) fn value(headers: &Object<'_>, name: &str) -> Option<String> {
    let (_, value) = headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    match value {
        Json::Array(values) => Some(values.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(", ")),
        one => one.as_str().map(str::to_owned),
    }
}

/// How many seconds a response asks to wait. There is no clock here, so that a date counts from the `Date`
/// of the same response.
pub(super) fn retry_after(headers: &Object<'_>) -> Option<u32> {
    let asked = value(headers, "retry-after")?;
    let asked = asked.trim();
    if let Some(seconds) = whole_seconds(asked) {
        return Some(seconds);
    }
    // A date that has passed means that there is nothing to wait for.
    let seconds = seconds(asked)?.saturating_sub(seconds(value(headers, "date")?.trim())?);
    Some(u32::try_from(seconds).unwrap_or(u32::MAX))
}

/// The date until which a response asks to wait.
pub(super) fn until(headers: &Object<'_>) -> Option<String> {
    value(headers, "retry-after").filter(|asked| seconds(asked.trim()).is_some())
}

/// A number of seconds in digits; the largest number there is for larger ones.
pub(super) fn whole_seconds(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}

/// The seconds from the year 0 to a date as servers must write it (RFC 9110 5.6.7), such as
/// `Sun, 06 Nov 1994 08:49:37 GMT`. The two older forms, which no server may write, are not read.
fn seconds(date: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let date = date.strip_suffix(" GMT")?;
    let part = |from: usize, length: usize| date.get(from..from + length);
    let number = |from: usize, length: usize| part(from, length)?.parse::<u64>().ok();
    let month = MONTHS.find(part(8, 3)?).filter(|at| at % 3 == 0)? as u64 / 3;
    // The year begins with March, so that the day that comes every four years is its last.
    let year = number(12, 4)?.checked_sub(u64::from(month < 2))?;
    let days_of_months = ((month + 10) % 12 * 306 + 5) / 10;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + days_of_months + number(5, 2)?;
    Some(((days * 24 + number(17, 2)?) * 60 + number(20, 2)?) * 60 + number(23, 2)?)
}

/// A parameter of an authentication challenge (RFC 9110 11.6.1), such as `scope`.
pub(super) fn challenge_parameter(challenge: &str, wanted: &str) -> Option<String> {
    let mut rest = challenge;
    while let Some((before, after)) = rest.split_once('=') {
        let before = before.trim_end();
        let start = before.bytes().rposition(is_separator).map_or(0, |at| at + 1);
        let name = before.get(start..).unwrap_or_default();
        let after = after.trim_start();
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => unquoted(quoted),
            None => {
                let end = after.bytes().position(is_separator).unwrap_or(after.len());
                let (value, next) = after.split_at_checked(end).unwrap_or_default();
                (value.to_owned(), next)
            }
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
        rest = next;
    }
    None
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\t')
}

/// The text up to the quotation mark that ends it, without its backslashes, and what follows.
fn unquoted(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, text.get(at + 1..).unwrap_or_default()),
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            other => value.push(other),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use proptest::prelude::*;

    use super::*;
    use crate::json::parse;

    fn waits(headers: &str) -> Option<u32> {
        let document = parse(headers, "the headers").ok()?;
        retry_after(document.root.as_object()?)
    }

    #[test]
    fn waits_as_long_as_the_server_asks() {
        assert_eq!(waits(r#"{"Retry-After": "120"}"#), Some(120));
        assert_eq!(waits(r#"{"RETRY-AFTER": [" 7 "]}"#), Some(7));
        let dates =
            |until: &str, now: &str| waits(&format!(r#"{{"retry-after": "{until}", "date": "{now}"}}"#));
        assert_eq!(dates("Fri, 31 Dec 1999 23:59:59 GMT", "Fri, 31 Dec 1999 23:58:59 GMT"), Some(60));
        assert_eq!(dates("Fri, 31 Dec 1999 23:58:59 GMT", "Fri, 31 Dec 1999 23:59:59 GMT"), Some(0));
        assert_eq!(dates("soon", "Fri, 31 Dec 1999 23:58:59 GMT"), None);
        assert_eq!(waits(r#"{"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}"#), None);
        assert_eq!(waits(r#"{"retry-after": "-1"}"#), None);
        assert_eq!(waits(r#"{"retry-after": "99999999999999999999"}"#), Some(u32::MAX));
        assert_eq!(waits(r#"{"retry-after": 5}"#), None);
    }

    proptest! {
        #[test]
        fn dates_count_as_a_library_counts_them(first in 0_u64..253_402_300_800, second in 0_u64..253_402_300_800) {
            let date = |seconds| httpdate::fmt_http_date(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
            let (read_first, read_second) = (seconds(&date(first)), seconds(&date(second)));
            prop_assert_eq!(read_first.zip(read_second).map(|(one, other)| one.abs_diff(other)), Some(first.abs_diff(second)));
        }

        #[test]
        fn no_text_breaks_the_reading_of_dates(text in ".{0,30}", digits in "[A-Z][a-z]{2}, [0-9]{2} [JFMASOND][a-z]{2} [0-9]{4} [0-9:]{8} GMT") {
            let _ = seconds(&text);
            let _ = seconds(&digits);
        }
    }

    #[test]
    fn challenges_are_read_as_they_are_written() {
        let bearer =
            r#"Basic realm="a, scope=\"no\"", Bearer error = "insufficient_scope", Scope="read write""#;
        assert_eq!(challenge_parameter(bearer, "scope").as_deref(), Some("read write"));
        assert_eq!(challenge_parameter(bearer, "error").as_deref(), Some("insufficient_scope"));
        assert_eq!(challenge_parameter(bearer, "realm").as_deref(), Some("a, scope=\"no\""));
        assert_eq!(challenge_parameter("Bearer scope=read, error=x", "scope").as_deref(), Some("read"));
        assert_eq!(challenge_parameter("Negotiate YWJj==", "scope"), None);
        assert_eq!(challenge_parameter("Bearer scope=\"unclosed", "scope").as_deref(), Some("unclosed"));
        assert_eq!(challenge_parameter("Bearer", "scope"), None);
        assert_eq!(challenge_parameter("Bearer error=\"x\"scope=\"read\"", "scope").as_deref(), Some("read"));
    }
}
