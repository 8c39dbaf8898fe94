//! The fields that the objects of a card have in any generation, for near misses, for migration, and for
//! what is only checked, since no step needs it.

use super::reader::Reader;
use super::spelling::{has, is_field};
use super::stray_security;
use crate::json::Object;
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::words::quote;
use crate::{FindingCode, similar};

/// The fields of a card in any generation.
pub(crate) const CARD_FIELDS: &[&str] = &[
    "name",
    "description",
    "url",
    "version",
    "protocolVersion",
    "preferredTransport",
    "additionalInterfaces",
    "supportedInterfaces",
    "provider",
    "iconUrl",
    "documentationUrl",
    "capabilities",
    "security",
    "securityRequirements",
    "securitySchemes",
    "authentication",
    "defaultInputModes",
    "defaultOutputModes",
    "resubscribeOnlyOutputModes",
    "skills",
    "signatures",
    "supportsAuthenticatedExtendedCard",
    "supportsExtendedAgentCard",
    "metadata",
];

/// Fields that are written at the root of cards and belong elsewhere.
const MISPLACED: [(&str, &str); 9] = [
    ("extensions", "`capabilities.extensions`"),
    ("streaming", "`capabilities.streaming`"),
    ("pushNotifications", "`capabilities.pushNotifications`"),
    ("extendedAgentCard", "`capabilities.extendedAgentCard`"),
    ("protocolVersions", "`protocolVersion` of each entry of `supportedInterfaces`"),
    ("protocolBinding", "`protocolBinding` of each entry of `supportedInterfaces`"),
    ("inputModes", "`defaultInputModes`"),
    ("outputModes", "`defaultOutputModes`"),
    ("tenant", "`tenant` of an entry of `supportedInterfaces`"),
];

pub(crate) const CAPABILITY_FIELDS: &[&str] =
    &["streaming", "pushNotifications", "extensions", "extendedAgentCard", "stateTransitionHistory"];

pub(crate) const EXTENSION_FIELDS: &[&str] = &["uri", "description", "required", "params"];

/// An interface's fields, with the other names under which its binding is found.
pub(crate) const INTERFACE_FIELDS: &[&str] = &[
    "url",
    "protocolBinding",
    "protocolVersion",
    "tenant",
    "transport",
    "type",
    "protocol",
    "transportProtocol",
];

pub(crate) const SKILL_FIELDS: &[&str] = &[
    "id",
    "name",
    "description",
    "tags",
    "examples",
    "inputModes",
    "outputModes",
    "securityRequirements",
    "security",
];

const PROVIDER_FIELDS: &[&str] = &["organization", "url"];

/// A security scheme's fields, in the shape of 0.3 and in that of 1.0.
pub(crate) const SCHEME_FIELDS: &[&str] = &[
    "type",
    "description",
    "name",
    "in",
    "location",
    "scheme",
    "bearerFormat",
    "flows",
    "oauth2MetadataUrl",
    "openIdConnectUrl",
    "apiKeySecurityScheme",
    "httpAuthSecurityScheme",
    "oauth2SecurityScheme",
    "openIdConnectSecurityScheme",
    "mtlsSecurityScheme",
];

/// The flows of OAuth 2.0, of which a scheme of 1.0 has exactly one, the best first.
pub(crate) const FLOWS: [&str; 5] =
    ["authorizationCode", "clientCredentials", "deviceCode", "implicit", "password"];

/// A flow's fields.
pub(crate) const FLOW_FIELDS: &[&str] =
    &["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl", "scopes", "pkceRequired"];

/// Looks through the fields of the card itself.
pub(super) fn check_root(reader: &mut Reader, root: &Object<'_>) {
    if !reader.is_asked() {
        return;
    }
    for (key, value) in root.iter() {
        let path = Path::Root.key(key);
        if value.is_null() {
            // Below the root, whoever reads a field tells of it.
            if is_any(key, CARD_FIELDS) {
                reader.find_null(key, &path);
            }
        } else if let Some((_, home)) = MISPLACED.iter().find(|(field, _)| *field == key) {
            reader.find(
                FindingCode::MisplacedField,
                &path,
                format!("`{key}` at the root of a card is not read by any version; it belongs into {home}"),
            );
        }
    }
    check(reader, root, &Path::Root, CARD_FIELDS);
    for field in ["iconUrl", "documentationUrl"] {
        reader.text(root, &Path::Root, field);
    }
}

/// Looks for names that come near to a field of an object, and are not read.
pub(super) fn check(reader: &mut Reader, object: &Object<'_>, path: &Path<'_>, fields: &[&'static str]) {
    if !reader.is_asked() {
        return;
    }
    // The fields that the object does not have, once a key needs them: none means one that is there.
    let mut absent: Option<Vec<&str>> = None;
    let mut unknown = 0;
    for (key, value) in object.iter() {
        if value.is_null() || is_any(key, fields) {
            continue;
        }
        unknown += 1;
        // Nobody has written so many by hand.
        if unknown > MAX_ENTRIES {
            break;
        }
        let is_told = matches!(path, Path::Root) && MISPLACED.iter().any(|(field, _)| *field == key);
        // Requirements under a wrong name are more than a field that is not read.
        if !is_told
            && stray_security::meant_by(key).is_none()
            && let Some(field) = similar::field(key, fields)
            && absent
                .get_or_insert_with(|| fields.iter().copied().filter(|field| !has(object, field)).collect())
                .contains(&field)
        {
            let message = format!(
                "{} is not a field of an agent card and was not read; did you mean `{field}`?",
                quote(key)
            );
            reader.find_meant(&path.key(key), message, field);
        }
    }
}

pub(super) fn is_any(key: &str, fields: &[&str]) -> bool {
    fields.iter().any(|field| is_field(key, field))
}

/// Who offers the agent, which no step needs.
pub(super) fn check_provider(reader: &mut Reader, root: &Object<'_>) {
    if !reader.is_asked() {
        return;
    }
    let Some((key, provider)) = reader.object(root, &Path::Root, "provider") else { return };
    let path = Path::Root.key(key);
    check(reader, provider, &path, PROVIDER_FIELDS);
    for (field, what) in [("organization", "the provider's name"), ("url", "the provider's website")] {
        if !has(provider, field) {
            reader.missing(&path, field, what);
        }
        reader.text(provider, &path, field);
    }
}

/// A list of texts, which no step needs.
pub(super) fn check_texts(reader: &mut Reader, object: &Object<'_>, path: &Path<'_>, field: &'static str) {
    if !reader.is_asked() {
        return;
    }
    let Some((key, list)) = reader.list(object, path, field) else { return };
    let path = path.key(key);
    for (index, element) in list.iter().enumerate() {
        if element.as_str().is_none() {
            reader.wrong_type(&path.index(index), &format!("{key}[{index}]"), element, "a string");
        }
    }
}
