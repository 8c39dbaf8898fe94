//! How security schemes say of which kind they are: in 1.0 by a member of that kind, before it by a word.

use super::model::SchemeKind;
use super::spelling::has;
use crate::json::{Json, Object};

/// The one-of keys of 1.0 with the kinds that they mean.
pub(super) const ONE_OF_KEYS: [(&str, SchemeKind); 5] = [
    ("apiKeySecurityScheme", SchemeKind::ApiKey),
    ("httpAuthSecurityScheme", SchemeKind::Http),
    ("oauth2SecurityScheme", SchemeKind::Oauth2),
    ("openIdConnectSecurityScheme", SchemeKind::OpenIdConnect),
    ("mtlsSecurityScheme", SchemeKind::MutualTls),
];

/// A one-of as code generated from the specification keeps it, `{"scheme": {"$case": key, "value": {}}}`:
/// the official JavaScript server publishes its card so.
pub(super) fn generated_one_of<'a>(object: &'a Object<'_>) -> Option<(SchemeKind, &'a Object<'a>)> {
    let Json::Object(one_of) = object.get("scheme")? else { return None };
    let (Json::String(key), Json::Object(value)) = (one_of.get("$case")?, one_of.get("value")?) else {
        return None;
    };
    let (_, kind) = ONE_OF_KEYS.iter().find(|(known, _)| known == key)?;
    Some((*kind, value))
}

/// What to write in place of `type`.
pub(super) fn one_of_key_for(kind: SchemeKind) -> String {
    match ONE_OF_KEYS.iter().find(|(_, of_key)| *of_key == kind) {
        Some((key, _)) => format!("put it into `{key}`"),
        None => "say its kind".into(),
    }
}

/// The kind that `type` of 0.2 and 0.3 names.
pub(super) fn kind_of_type(text: &str) -> Option<SchemeKind> {
    match text {
        "apiKey" => Some(SchemeKind::ApiKey),
        "http" => Some(SchemeKind::Http),
        "oauth2" => Some(SchemeKind::Oauth2),
        "openIdConnect" => Some(SchemeKind::OpenIdConnect),
        "mutualTLS" => Some(SchemeKind::MutualTls),
        _ => None,
    }
}

/// The kind that a word of the field means, and for HTTP authentication which; regardless of case.
pub(super) fn kind_of_word(word: &str) -> Option<(SchemeKind, Option<&'static str>)> {
    let letters: String =
        word.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match letters.as_str() {
        "bearer" => Some((SchemeKind::Http, Some("bearer"))),
        "basic" => Some((SchemeKind::Http, Some("basic"))),
        "http" => Some((SchemeKind::Http, None)),
        "apikey" => Some((SchemeKind::ApiKey, None)),
        "oauth2" => Some((SchemeKind::Oauth2, None)),
        "openidconnect" | "oidc" => Some((SchemeKind::OpenIdConnect, None)),
        "mutualtls" | "mtls" => Some((SchemeKind::MutualTls, None)),
        _ => None,
    }
}

/// The kind of a scheme that does not say one, where its keys leave no doubt.
pub(super) fn unmistakable_kind(object: &Object<'_>) -> Option<SchemeKind> {
    if has(object, "openIdConnectUrl") {
        return Some(SchemeKind::OpenIdConnect);
    }
    if has(object, "flows") {
        return Some(SchemeKind::Oauth2);
    }
    if has(object, "name") && (has(object, "in") || has(object, "location")) {
        return Some(SchemeKind::ApiKey);
    }
    let scheme = object.get("scheme")?.as_str()?;
    matches!(kind_of_word(scheme), Some((SchemeKind::Http, Some(_)))).then_some(SchemeKind::Http)
}
