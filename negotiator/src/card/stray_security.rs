//! Fields about security under a name that is only similar, or at a place where no version has them. They
//! are not read, and a card that otherwise asks for nothing is not called open for that.

use super::early_authentication::says_none;
use super::fields::{CAPABILITY_FIELDS, INTERFACE_FIELDS};
use super::model::Requirements;
use super::reader::Reader;
use super::requirement::not_understood;
use super::requirements::asks_nothing;
use super::spelling::is_field;
use crate::json::{Json, Object};
use crate::pointer::Path;
use crate::words::quote;
use crate::{FindingCode, similar};

/// The fields that state requirements.
const FIELDS: [&str; 3] = ["securityRequirements", "security", "authentication"];

/// The field about security that states none.
const SCHEMES: &str = "securitySchemes";

/// Names under which cards say the same, however their words are joined.
const OTHER_NAMES: [&str; 11] = [
    "auth",
    "authorization",
    "authscheme",
    "authschemes",
    "authenticationscheme",
    "authenticationschemes",
    "credentials",
    "requiresauth",
    "requiresauthentication",
    "authrequired",
    "authenticationrequired",
];

/// The field about requirements that a key is or nearly is.
pub(super) fn meant_by(key: &str) -> Option<&'static str> {
    if let Some(field) = FIELDS.into_iter().find(|field| is_field(key, field)) {
        return Some(field);
    }
    let may_be_other = key.starts_with(['a', 'A', 'c', 'C', 'r', 'R']);
    if may_be_other && OTHER_NAMES.contains(&similar::fold(key).as_str()) {
        return Some("authentication");
    }
    // What starts with `x-` is somebody's own field on purpose.
    if key.starts_with("x-") || is_field(key, SCHEMES) {
        return None;
    }
    let near = similar::nearest(key, FIELDS.into_iter().chain([SCHEMES]))?;
    FIELDS.into_iter().find(|field| *field == near)
}

/// Looks for such fields in an object that may have these `fields`, of which those of `own` state requirements. What is found is an alternative
/// that nobody meets where `requirements` let everybody in, and a finding beside those that do not.
pub(super) fn find(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    (fields, own): (&[&str], &[&str]),
    requirements: &mut Requirements,
) {
    for (key, value) in object.iter() {
        if fields.contains(&key) {
            continue;
        }
        let Some(field) = meant_by(key) else { continue };
        let is_refused = value.as_bool() == Some(false) && !is_field(key, field);
        let says_nothing = is_refused || value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if says_nothing || own.iter().any(|own| is_field(key, own)) {
            continue;
        }
        let path = path.key(key);
        let (code, why) = if is_field(key, field) {
            (
                FindingCode::MisplacedField,
                format!(
                    "`{key}` is not read here; it belongs into `securityRequirements` of the card or of a skill"
                ),
            )
        } else {
            (
                FindingCode::UnknownField,
                format!("{} is not a field and was not read; did you mean `{field}`?", quote(key)),
            )
        };
        if asks_nothing(requirements) && !says_none(value) {
            requirements.alternatives = vec![not_understood(reader, &path, &why)];
        } else {
            reader.find(code, &path, why);
        }
    }
}

/// The same for the parts of a card that state no requirements of their own.
pub(super) fn find_in_parts(reader: &mut Reader, root: &Object<'_>, requirements: &mut Requirements) {
    let at = reader.root();
    for (key, value) in root.iter() {
        let path = at.key(key);
        let is_any = |fields: &[&str]| fields.iter().any(|field| is_field(key, field));
        match value {
            Json::Object(object) if is_any(&["capabilities"]) => {
                find(reader, object, &path, (CAPABILITY_FIELDS, &[]), requirements);
            }
            Json::Array(elements) if is_any(&["supportedInterfaces", "additionalInterfaces"]) => {
                for (index, element) in elements.iter().enumerate() {
                    if let Json::Object(object) = element {
                        find(reader, object, &path.index(index), (INTERFACE_FIELDS, &[]), requirements);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fields::{CARD_FIELDS, SKILL_FIELDS};
    use super::*;

    #[test]
    fn no_field_of_a_card_means_another() {
        let fields = [CARD_FIELDS, CAPABILITY_FIELDS, INTERFACE_FIELDS, SKILL_FIELDS].concat();
        for field in fields {
            let own = FIELDS.contains(&field).then_some(field);
            assert_eq!(meant_by(field), own, "{field}");
        }
    }
}
