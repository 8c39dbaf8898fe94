//! "Did you mean": near misses, by known synonym or by edit distance. Nothing that is only similar is
//! ever taken; it is only named.

use std::cell::OnceCell;

/// The bindings that the specification names.
pub(crate) const BINDINGS: [&str; 3] = ["JSONRPC", "GRPC", "HTTP+JSON"];

/// Longer words than this are not compared, so that the work stays small whatever the input.
const LONGEST: usize = 64;

/// How many candidates are compared where there are many words, none of which is worth more.
pub(crate) const MOST_SIMILAR: usize = 50;

/// The candidate that `word` most likely means, if one is near enough.
pub(crate) fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let (own_letters, folded) = (OnceCell::new(), OnceCell::new());
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST && *candidate != word)
        // Texts of very different lengths are far apart, whatever they say.
        .filter(|candidate| candidate.len().abs_diff(word.len()) * 3 <= candidate.len().max(word.len()))
        .filter(|candidate| {
            let own_letters = own_letters.get_or_init(|| letters(word));
            fewest_edits(own_letters, candidate) * 4 <= candidate.len().max(word.len())
        })
        .map(|candidate| {
            let folded = folded.get_or_init(|| fold(word));
            (strsim::osa_distance(folded, &fold(candidate)), candidate)
        })
        .filter(|&(distance, candidate)| distance * 4 <= candidate.len().max(word.len()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// How often each letter stands in a word.
type Letters = [u8; 32];

fn letters(word: &str) -> Letters {
    let mut letters = [0; 32];
    for place in places(word) {
        if let Some(count) = letters.get_mut(place) {
            *count += 1;
        }
    }
    letters
}

/// Where letters of a word are counted, without what [`fold`] leaves out. Some share a place, and all outside of
/// ASCII do, so that there are never too many differences.
fn places(word: &str) -> impl Iterator<Item = usize> {
    word.bytes().filter_map(|byte| match byte {
        b'-' | b'_' | b' ' | 0x80..0xC0 => None,
        0xC0.. => Some(0),
        _ => Some(usize::from(byte % 32)),
    })
}

/// At least so many edits are between a word of these letters and another: each brings in or takes out one letter.
/// This costs far less than the distance.
fn fewest_edits(letters: &Letters, other: &str) -> usize {
    let mut left = *letters;
    let mut foreign = 0;
    for place in places(other) {
        match left.get_mut(place) {
            Some(count) if *count > 0 => *count -= 1,
            _ => foreign += 1,
        }
    }
    foreign.max(left.iter().copied().map(usize::from).sum())
}

/// The security scheme that a name most likely means: a near miss, or one that differs by a word that says
/// nothing, such as `bearer` and `bearerAuth`.
pub(crate) fn scheme<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str> + Clone,
) -> Option<&'c str> {
    let near = nearest(name, candidates.clone());
    near.or_else(|| {
        let stem = scheme_stem(name);
        let same = |candidate: &&str| *candidate != name && scheme_stem(candidate) == stem;
        if stem.is_empty() { None } else { candidates.into_iter().find(same) }
    })
}

/// The name of a security scheme without the words that say nothing.
fn scheme_stem(name: &str) -> String {
    let folded = fold(name);
    let stem = folded.strip_suffix("scheme").unwrap_or(&folded);
    let stem = stem.strip_suffix("auth").or_else(|| stem.strip_suffix("token")).unwrap_or(stem);
    stem.to_owned()
}

/// Words that stand for a field without being spelled like it.
const FIELD_WORDS: [(&str, &str); 16] = [
    ("stream", "streaming"),
    ("push", "pushNotifications"),
    ("extendedcard", "extendedAgentCard"),
    ("authenticatedextendedcard", "extendedAgentCard"),
    ("interfaces", "supportedInterfaces"),
    ("binding", "protocolBinding"),
    ("version", "protocolVersion"),
    ("uri", "url"),
    ("url", "uri"),
    ("name", "organization"),
    ("keywords", "tags"),
    ("input", "inputModes"),
    ("output", "outputModes"),
    ("httpsecurityscheme", "httpAuthSecurityScheme"),
    ("mutualtlssecurityscheme", "mtlsSecurityScheme"),
    ("oidcsecurityscheme", "openIdConnectSecurityScheme"),
];

/// The field among `fields` that a name most likely means without being it.
pub(crate) fn field(name: &str, fields: &[&'static str]) -> Option<&'static str> {
    let folded = fold(name);
    let meant = FIELD_WORDS.iter().find(|(word, field)| *word == folded && fields.contains(field));
    meant.map(|(_, field)| *field).or_else(|| nearest(name, fields.iter().copied()))
}

/// A word without what tells spellings apart: case, hyphens, underscores and spaces.
pub(crate) fn fold(word: &str) -> String {
    word.chars()
        .filter(|character| !matches!(character, '-' | '_' | ' '))
        .map(|character| character.to_ascii_lowercase())
        .collect()
}

/// Whether a text is a binding that an interface can have: one of the specification, or the URI of a custom
/// one.
pub(crate) fn is_binding(text: &str) -> bool {
    BINDINGS.contains(&text) || text.contains(':')
}

/// The specification's binding that a text means without being it, such as `JSONRPC` for `jsonrpc`.
pub(crate) fn binding(text: &str) -> Option<&'static str> {
    if BINDINGS.contains(&text) {
        return None;
    }
    let letters: String =
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match letters.as_str() {
        "jsonrpc" | "jsonrpc20" | "jsonrpc2" | "jsonrpchttp" | "rpc" => Some("JSONRPC"),
        "grpc" | "grpcs" | "grpchttp2" => Some("GRPC"),
        "httpjson" | "rest" | "http" | "https" | "restful" | "httprest" => Some("HTTP+JSON"),
        _ => None,
    }
}

/// URIs of extensions, to be compared with others.
pub(crate) struct Extensions<'k> {
    known: &'k [String],
    /// Made once they are needed, which is seldom.
    stems: OnceCell<Vec<String>>,
}

impl<'k> Extensions<'k> {
    pub(crate) const fn of(known: &'k [String]) -> Self {
        Self { known, stems: OnceCell::new() }
    }

    /// The one that names the same extension in another version or spelling, if one does.
    pub(crate) fn near(&self, uri: &str) -> Option<&'k str> {
        let stem = extension_stem(uri);
        let stems = self.stems.get_or_init(|| self.known.iter().map(|uri| extension_stem(uri)).collect());
        let mut others = self.known.iter().zip(stems);
        others.find(|(other, known)| **known == stem && *other != uri).map(|(other, _)| other.as_str())
    }
}

/// A URI without what tells versions and spellings apart: the scheme, case, versions, slashes.
fn extension_stem(uri: &str) -> String {
    let lower = uri.to_ascii_lowercase();
    let path = lower.split_once("://").map_or(lower.as_str(), |(_, path)| path);
    let is_version = |segment: &str| {
        let digits = segment.strip_prefix('v').unwrap_or(segment);
        !digits.is_empty() && digits.chars().all(|character| character.is_ascii_digit() || character == '.')
    };
    path.split('/')
        .filter(|segment| !segment.is_empty() && !is_version(segment))
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_is_near_and_nothing_else() {
        assert_eq!(nearest("market_size", ["market-size", "chat"]), Some("market-size"));
        assert_eq!(nearest("defaultInputMode", ["defaultInputModes", "skills"]), Some("defaultInputModes"));
        assert_eq!(nearest("weather", ["market-size", "chat"]), None);
        assert_eq!(nearest("chat", ["chat"]), None, "an exact match is no near miss");
        assert_eq!(nearest(&"a".repeat(1_000), ["a"]), None);
        assert_eq!(nearest("URL", ["url"]), Some("url"));
        // As long as what is compared at most, and longer by one.
        let (longest, longer) = ("a".repeat(LONGEST), "a".repeat(LONGEST + 1));
        assert_eq!(nearest(&longest, [&longest[1..]]), Some(&longest[1..]));
        assert_eq!(nearest(&longer, [&*longest]), None);
        // Letters that are swapped in more than a fourth of the word.
        assert_eq!(nearest("abcdefghijkl", ["badcfeghijkl"]), Some("badcfeghijkl"));
        assert_eq!(nearest("abcdefghijkl", ["badcfehgijkl"]), None);
        assert_eq!(nearest("séction", ["section", "notion"]), Some("section"));
    }

    #[test]
    fn knows_how_schemes_are_called() {
        for (name, defined, meant) in [
            ("apikey", "apiKey", true),
            ("bearerAuth", "bearer", true),
            ("bearer", "bearer_token", true),
            ("bearer", "bearer", false),
            ("auth", "token", false),
            ("bearer", "oauth2", false),
        ] {
            assert_eq!(scheme(name, [defined]), meant.then_some(defined), "{name} {defined}");
        }
    }

    #[test]
    fn knows_how_bindings_are_written() {
        assert_eq!(binding("json-rpc"), Some("JSONRPC"));
        assert_eq!(binding("REST"), Some("HTTP+JSON"));
        assert_eq!(binding("GRPC"), None);
        assert_eq!(binding("stdio"), None);
    }

    #[test]
    fn knows_an_extension_of_another_version() {
        let known = ["https://example.com/ext/citations/v1".to_owned()];
        let known = Extensions::of(&known);
        for near in [
            "https://example.com/ext/citations/v2",
            "http://example.com/ext/citations/v1/",
            "https://example.com/ext/citations",
        ] {
            assert_eq!(known.near(near), Some("https://example.com/ext/citations/v1"), "{near}");
        }
        assert_eq!(known.near("https://example.com/ext/traces/v1"), None);
        assert_eq!(
            known.near("https://example.com/ext/citations/v1"),
            None,
            "an exact match is no near miss"
        );
    }
}
