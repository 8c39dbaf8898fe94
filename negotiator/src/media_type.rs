//! Media types: exact strings unless the profile asks for more.

use crate::words::quote;

/// The part kinds of 0.2 and the words of the field that stand where a media type belongs, with the
/// media type that is likely meant.
const WORDS: [(&str, &str); 10] = [
    ("text", "text/plain"),
    ("json", "application/json"),
    ("data", "application/json"),
    ("markdown", "text/markdown"),
    ("html", "text/html"),
    ("pdf", "application/pdf"),
    ("file", "application/octet-stream"),
    ("image", "image/png"),
    ("audio", "audio/wav"),
    ("video", "video/mp4"),
];

/// How many of these words mean one media type, and not one of many.
const PLAIN_WORDS: usize = 6;

/// Why a mode will surprise somebody, if it will; a clause that follows the mode.
pub(crate) fn problem(mode: &str) -> Option<String> {
    if let Some(meant) = meant_by_word(mode) {
        let one = if meant_plainly(mode).is_some() { "" } else { "one such as " };
        return Some(["is a word and no media type; write ", one, "`", meant, "`"].concat());
    }
    if mode.contains('*') {
        return Some("is a range, which no agent compares as one".into());
    }
    let base = without_parameters(mode);
    if !is_type_and_subtype(base) {
        return Some("is no media type, which has the form `type/subtype`".into());
    }
    if base.len() != mode.len() {
        return Some(format!("has parameters, and {} without them is another string", quote(base)));
    }
    if base.chars().any(|character| character.is_ascii_uppercase()) {
        return Some(format!("is not in lower case; write {}", quote(&base.to_ascii_lowercase())));
    }
    None
}

/// The media type that a word of the field means.
pub(crate) fn meant_by_word(mode: &str) -> Option<&'static str> {
    WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(mode)).map(|&(_, meant)| meant)
}

/// The same where the word means no other.
pub(crate) fn meant_plainly(mode: &str) -> Option<&'static str> {
    let meant = meant_by_word(mode)?;
    WORDS.iter().take(PLAIN_WORDS).any(|(_, one)| *one == meant).then_some(meant)
}

/// A mode of the client, to be compared with those of a card.
pub(crate) struct ClientMode<'m> {
    text: &'m str,
    /// Type and subtype, where they alone count.
    normalized: Option<(&'m str, &'m str)>,
}

impl<'m> ClientMode<'m> {
    /// Exact strings count, or RFC 9110 when `normalize` is set: type and subtype regardless of case,
    /// parameters ignored, and ranges on the client's side.
    pub(crate) fn of(text: &'m str, normalize: bool) -> Self {
        let normalized = if normalize { type_and_subtype(text) } else { None };
        // A range of types has a range of subtypes: `*/json` is no range.
        Self { text, normalized: normalized.filter(|(kind, subtype)| *kind != "*" || *subtype == "*") }
    }

    /// Whether a mode of the card is the same.
    pub(crate) fn is(&self, card: &str) -> bool {
        let matches = |client: &str, card: &str| client == "*" || client.eq_ignore_ascii_case(card);
        self.text == card
            || self.normalized.zip(type_and_subtype(card)).is_some_and(
                |((kind, subtype), (of_card, sub_of_card))| {
                    matches(kind, of_card) && matches(subtype, sub_of_card)
                },
            )
    }
}

fn type_and_subtype(mode: &str) -> Option<(&str, &str)> {
    let base = without_parameters(mode);
    let slash = base.bytes().position(|byte| byte == b'/')?;
    base.get(..slash).zip(base.get(slash + 1..))
}

/// Whether two modes of a card are the same, of which neither can be a range.
pub(crate) fn same_in_card(one: &str, other: &str, normalize: bool) -> bool {
    let is_same = || without_parameters(one).eq_ignore_ascii_case(without_parameters(other));
    one == other || (normalize && is_one(one) && is_same())
}

/// Whether the client's mode and the card's are the same.
pub(crate) fn same(client: &str, card: &str, normalize: bool) -> bool {
    ClientMode::of(client, normalize).is(card)
}

/// How near two different modes are, if they are near: what keeps the one from being the other.
pub(crate) fn nearness(one: &str, other: &str) -> Option<&'static str> {
    if meant_by_word(one) == Some(other) || meant_by_word(other) == Some(one) {
        return Some("a word is not the media type that it means");
    }
    if one.eq_ignore_ascii_case(other) {
        return Some("they differ in case");
    }
    if without_parameters(one).eq_ignore_ascii_case(without_parameters(other)) {
        return Some("they differ in parameters");
    }
    if ClientMode::of(one, true).is(other) || ClientMode::of(other, true).is(one) {
        return Some("a range matches nothing when compared exactly");
    }
    None
}

/// Whether this is a media type, and no word or range.
pub(crate) fn is_one(mode: &str) -> bool {
    is_type_and_subtype(without_parameters(mode))
}

/// Whether this is a media type as everybody writes it, so that others can be told to write it like that.
pub(crate) fn is_written_well(mode: &str) -> bool {
    let base = without_parameters(mode);
    is_type_and_subtype(base) && !base.chars().any(|character| character.is_ascii_uppercase())
}

/// Whether a program can read this type as data, without scraping.
pub(crate) fn is_structured(mode: &str) -> bool {
    let base = without_parameters(mode).to_ascii_lowercase();
    base.ends_with("/json")
        || base.ends_with("+json")
        || base.ends_with("/xml")
        || base.ends_with("+xml")
        || base.ends_with("yaml")
        || base == "text/csv"
}

/// Whether this type is prose that a program would have to scrape.
pub(crate) fn is_prose(mode: &str) -> bool {
    let base = without_parameters(mode).to_ascii_lowercase();
    matches!(base.as_str(), "text/plain" | "text/markdown" | "text/html")
}

fn without_parameters(mode: &str) -> &str {
    let end = mode.bytes().position(|byte| byte == b';').unwrap_or(mode.len());
    mode.get(..end).unwrap_or_default().trim_end()
}

fn is_type_and_subtype(text: &str) -> bool {
    let token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    text.split_once('/').is_some_and(|(kind, subtype)| token(kind) && token(subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_exactly_unless_asked() {
        assert!(same("text/plain", "text/plain", false));
        for (client, card) in [
            ("Text/Plain", "text/plain"),
            ("text/plain", "text/plain; charset=utf-8"),
            ("text/*", "text/plain"),
            ("*/*", "text/plain"),
        ] {
            assert!(!same(client, card, false), "{client} {card}");
            assert!(same(client, card, true), "{client} {card}");
            assert!(nearness(client, card).is_some(), "{client} {card}");
        }
        assert!(!same("text/plain", "text/*", true), "ranges are the client's");
        assert!(same_in_card("Text/Plain;a=b", "text/plain; charset=utf-8", true));
        assert!(!same_in_card("Text/Plain", "text/plain", false));
        for (one, other) in [("text/*", "text/plain"), ("text/plain", "text/*"), ("text", "Text")] {
            assert!(!same_in_card(one, other, true), "{one} {other}");
        }
        assert!(!same("*/json", "application/json", true));
        assert!(!same("text", "text/plain", true));
    }

    #[test]
    fn says_what_is_odd() {
        assert_eq!(problem("application/json"), None);
        assert_eq!(problem("application/vnd.a+json"), None);
        for odd in ["text", "Text/Plain", "text/plain; q=1", "*/*", "nonsense", "a/b/c", "", "text/"] {
            assert!(problem(odd).is_some(), "{odd}");
            let has_parameters = odd == "text/plain; q=1";
            assert_eq!(is_written_well(odd), has_parameters, "{odd}");
            assert_eq!(is_one(odd), has_parameters || odd == "Text/Plain", "{odd}");
        }
    }
}
