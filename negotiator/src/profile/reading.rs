//! Reading a profile, and what is odd about it without being wrong.

use super::ClientProfile;
use crate::error::InputError;
use crate::finding::Findings;
use crate::shape::{self, UnknownField};
use crate::words::quote;
use crate::{Finding, FindingCode, Pointer, Target, media_type, similar};

/// A profile with what is odd about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileReading {
    /// The profile.
    pub profile: ClientProfile,
    /// What is odd about it.
    pub findings: Vec<Finding>,
    /// The text that was read, against which fixes are judged.
    pub(crate) source: String,
}

/// Words in the name of a field that would hold a secret.
const SECRET_WORDS: [&str; 6] = ["token", "secret", "password", "passwd", "apikey", "privatekey"];

/// Reads a client profile from JSON text.
///
/// # Errors
/// When the text is not JSON, or a field has another shape than documented. A field that is not known
/// is a finding, not an error.
pub fn read_profile(text: &str) -> Result<ProfileReading, InputError> {
    let (profile, unknown) = shape::read::<ClientProfile>(text, "the profile")?;
    let mut findings = Findings::about(Target::Profile);
    for unknown in unknown {
        unknown_field(unknown, &mut findings);
    }
    find_unmatchable(&profile, &mut findings);
    Ok(ProfileReading { profile, findings: findings.end(), source: text.to_owned() })
}

fn unknown_field(UnknownField { pointer, name, meant }: UnknownField, findings: &mut Findings) {
    let letters: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    if SECRET_WORDS.iter().any(|word| letters.contains(word)) {
        let message = format!(
            "{} looks like the place of a secret; a profile holds names and scopes only, and the secret is given when a request is sent",
            quote(&name)
        );
        return findings.add(FindingCode::LooksLikeASecret, pointer, message);
    }
    let message = match meant {
        Some(field) => {
            format!("{} is not a field of a profile and was not read; did you mean `{field}`?", quote(&name))
        }
        None => format!("{} is not a field of a profile and was not read", quote(&name)),
    };
    findings.add_meant(FindingCode::UnknownProfileField, pointer, message, meant);
}

/// Values that can match nothing, since the other side never writes them like that.
fn find_unmatchable(profile: &ClientProfile, findings: &mut Findings) {
    let mut add = |pointer: Pointer, message: String| {
        findings.add(FindingCode::UnmatchableValue, pointer, message);
    };
    let root = Pointer::root();
    let bindings = root.key("bindings");
    for (index, binding) in profile.bindings.iter().enumerate() {
        if let Some(meant) = similar::binding(binding) {
            add(
                bindings.index(index),
                format!(
                    "{} matches no interface, since bindings are compared exactly; write `{meant}`",
                    quote(binding)
                ),
            );
        }
    }
    for (index, choice) in profile.interfaces.iter().flatten().enumerate() {
        if let Some(meant) = similar::binding(&choice.binding) {
            let pointer = root.key("interfaces").index(index).key("binding");
            add(
                pointer,
                format!(
                    "{} matches no interface, since bindings are compared exactly; write `{meant}`",
                    quote(&choice.binding)
                ),
            );
        }
    }
    for (field, modes) in [("accepts", &profile.accepts), ("sends", &profile.sends)] {
        for (index, mode) in modes.iter().enumerate() {
            let range_allowed = profile.normalize_media_types && field == "accepts";
            if let Some(problem) = media_type::problem(mode)
                && !(range_allowed && mode.contains('*'))
            {
                add(
                    root.key(field).index(index),
                    format!("{} {problem}; it is compared as it stands", quote(mode)),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CredentialHeld, CredentialKind, InputErrorCode};

    #[test]
    fn an_empty_profile_has_the_documented_defaults() {
        let read = read_profile("{}").map(|read| read.profile);
        assert_eq!(read, Ok(ClientProfile::default()));
    }

    #[test]
    fn credentials_are_read_by_name_and_by_kind() {
        let text = r#"{"credentials": ["bearer", {"name": "oauth", "scopes": ["a"]}, {"type": "http", "scheme": "bearer"}, {"type": "mutualTLS"}]}"#;
        let held = read_profile(text).map(|read| read.profile.credentials);
        let kind = |kind, scheme| CredentialHeld::Kind { kind, scheme, scopes: None };
        let expected = vec![
            CredentialHeld::Name("bearer".into()),
            CredentialHeld::Named { name: "oauth".into(), scopes: Some(vec!["a".into()]) },
            kind(CredentialKind::Http, Some("bearer".into())),
            kind(CredentialKind::MutualTls, None),
        ];
        assert_eq!(held, Ok(expected));
    }

    #[test]
    fn the_wrong_shape_is_an_error_with_its_place() {
        let cases = [
            ("{\"bindings\":\n  \"GRPC\"}", "/bindings", 2, "expected a list"),
            (r#"{"credentials": [{}]}"#, "/credentials/0", 1, "either `name` or `type`"),
            (r#"{"versions": ["one"]}"#, "/versions/0", 1, "a version as `Major.Minor`"),
            (r#"{"versions": [1.0]}"#, "/versions/0", 1, "in quotes, such as `\"1.0\"`"),
            (r#"{"delivery": ["fax"]}"#, "/delivery/0", 1, "expected `stream`, `push` or `poll`"),
            ("[]", "", 1, "an object"),
        ];
        for (text, pointer, line, part) in cases {
            let Err(error) = read_profile(text) else {
                unreachable!("{text} was read");
            };
            assert_eq!(error.code, InputErrorCode::WrongShape, "{text}");
            assert_eq!(error.pointer, Some(pointer.into()), "{text}");
            assert_eq!(error.position.map(|position| position.line), Some(line), "{text}");
            assert!(error.message.contains(part), "{}", error.message);
        }
    }

    #[test]
    fn unknown_fields_and_values_that_match_nothing_are_findings() {
        let text = r#"{"binding": [], "bearerToken": "x", "bindings": ["grpc"], "accepts": ["text"]}"#;
        let findings = read_profile(text).map(|read| read.findings).unwrap_or_default();
        let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.pointer.as_str())).collect();
        assert_eq!(
            found,
            [
                (FindingCode::UnknownProfileField, "/binding"),
                (FindingCode::LooksLikeASecret, "/bearerToken"),
                (FindingCode::UnmatchableValue, "/bindings/0"),
                (FindingCode::UnmatchableValue, "/accepts/0"),
            ]
        );
    }
}
