//! One alternative of the security requirements: the schemes whose credentials are presented together.

use super::model::{Requirement, RequirementScheme};
use super::reader::Reader;
use super::schemes::Defined;
use crate::json::Json;
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::request::{Destination, unsendable_credential};
use crate::similar::MOST_SIMILAR;
use crate::words::{append, list, quote};
use crate::{FindingCode, Pointer, similar};

pub(super) const REPEATED: &str = "a key stands twice in it, and readers take the one value or the other";

/// Whether a key stands twice somewhere in a value.
pub(super) fn has_repeated_keys(value: &Json<'_>) -> bool {
    match value {
        Json::Array(elements) => elements.iter().any(has_repeated_keys),
        Json::Object(object) => {
            object.duplicates().next().is_some() || object.iter().any(|(_, value)| has_repeated_keys(value))
        }
        _ => false,
    }
}

pub(super) fn not_understood(reader: &mut Reader, path: &Path<'_>, why: &str) -> Requirement {
    not_understood_at(reader, path.into(), why)
}

pub(super) fn not_understood_at(reader: &mut Reader, pointer: Pointer, why: &str) -> Requirement {
    let message =
        [why, "; what it requires cannot be told, so that it is met by nobody rather than called open"];
    reader.find_at(FindingCode::RequirementNotUnderstood, &pointer, message.concat());
    Requirement { schemes: Vec::new(), understood: false, pointer }
}

/// One alternative.
pub(super) fn alternative(
    reader: &mut Reader,
    element: &Json<'_>,
    path: &Path<'_>,
    newer: bool,
    schemes: &Defined<'_>,
) -> Requirement {
    let object = match element {
        Json::Object(_) if has_repeated_keys(element) => return not_understood(reader, path, REPEATED),
        Json::Object(object) => object,
        Json::String(name) if schemes.get(name).is_some() => {
            reader.find(
                FindingCode::RequirementShape,
                path,
                format!("{} is a bare name and was read as a requirement of that scheme", quote(name)),
            );
            let scheme = RequirementScheme {
                name: name.clone().into_owned(),
                scopes: Vec::new(),
                inline: None,
                pointer: path.into(),
            };
            return checked(reader, vec![scheme], path, schemes);
        }
        other => {
            return not_understood(
                reader,
                path,
                &format!("this requirement is {}, not an object", other.type_name()),
            );
        }
    };
    // In the shape of 0.3 a scheme may itself be called `schemes`: its scopes are then a list.
    let is_scheme = |value: &Json<'_>| value.as_array().is_some() && schemes.get("schemes").is_some();
    let inner = match object.get("schemes") {
        Some(Json::Object(inner)) => Some(inner),
        Some(value) if !is_scheme(value) => {
            let why = format!("`schemes` is {}, not an object", value.type_name());
            return not_understood(reader, &path.key("schemes"), &why);
        }
        _ => None,
    };
    let beside = object.iter().filter(|(key, _)| inner.is_none() || *key != "schemes");
    let beside: Vec<_> = beside.map(|(name, value)| (name, value, false)).collect();
    let inside =
        inner.map(|inner| inner.iter().map(|(name, value)| (name, value, true))).into_iter().flatten();
    let of_other_shape = if newer { !beside.is_empty() } else { inner.is_some() };
    if of_other_shape {
        let (found, wanted) = if newer {
            ("0.3", r#"{"schemes": {"name": {"list": []}}}"#)
        } else {
            ("1.0", r#"{"name": []}"#)
        };
        reader.find(
            FindingCode::RequirementShape,
            path,
            format!("this requirement has the shape of {found} and was read as meant; strict clients lose it and take the card for open: write `{wanted}`"),
        );
    }
    let all: Vec<_> = inside.chain(beside).collect();
    let mut found = Vec::new();
    for &(name, value, is_wrapped) in reader.within(&all, MAX_ENTRIES, path) {
        let above = if is_wrapped { path.key("schemes") } else { *path };
        let path = above.key(name);
        let Some((scopes, plain)) = scopes(reader, value, &path) else {
            let why =
                format!("the scopes of {} are {}, not a list of strings", quote(name), value.type_name());
            return not_understood(reader, &path, &why);
        };
        if plain && is_wrapped && newer {
            reader.find(
                FindingCode::RequirementShape,
                &path,
                format!(
                    "the scopes of {} stand in a bare list and were read as meant; write `{{\"list\": […]}}`",
                    quote(name)
                ),
            );
        }
        // The same scheme may stand in both shapes.
        match found.iter_mut().find(|scheme: &&mut RequirementScheme| scheme.name == name) {
            Some(scheme) => scheme.scopes.extend(scopes),
            None => found.push(RequirementScheme {
                name: name.to_owned(),
                scopes,
                inline: None,
                pointer: path.into(),
            }),
        }
    }
    checked(reader, found, path, schemes)
}

/// The scopes of a scheme, and whether they stand in a bare list as in 0.3.
fn scopes(reader: &mut Reader, value: &Json<'_>, path: &Path<'_>) -> Option<(Vec<String>, bool)> {
    let (list, plain) = match value {
        Json::Null => return Some((Vec::new(), false)),
        Json::Array(list) => (list, true),
        Json::Object(object) => match object.get("list") {
            None | Some(Json::Null) if object.is_empty() || object.get("list").is_some() => {
                return Some((Vec::new(), false));
            }
            list => (list?.as_array()?, false),
        },
        _ => return None,
    };
    let list = reader.within(list, MAX_ENTRIES, path);
    let scopes = list.iter().map(|scope| scope.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
    Some((scopes, plain))
}

/// An alternative that was understood, with findings for schemes that nothing defines.
fn checked(
    reader: &mut Reader,
    found: Vec<RequirementScheme>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Requirement {
    for scheme in &found {
        if let Some(defined) = schemes.get(&scheme.name) {
            find_unknown_scopes(reader, scheme, &defined.scopes);
        } else {
            let mut message = format!(
                "{0} is required and `securitySchemes` does not define it; a client meets it only by holding {0} by name",
                quote(&scheme.name)
            );
            let is_told = reader.has_room_for(FindingCode::UndefinedScheme);
            let told = if is_told { schemes.schemes } else { &[] };
            if let Some(meant) =
                similar::scheme(&scheme.name, told.iter().take(MOST_SIMILAR).map(|scheme| &*scheme.name))
            {
                append(&mut message, &["; did you mean ", &quote(meant), "?"]);
            }
            reader.find_at(FindingCode::UndefinedScheme, &scheme.pointer, message);
        }
    }
    let defined: Vec<_> = found.iter().map(|scheme| schemes.get(&scheme.name)).collect();
    let told = if reader.is_asked() { found.as_slice() } else { &[] };
    for (index, scheme) in told.iter().enumerate() {
        if let Some(unsendable) = unsendable_credential(&defined, index, Destination::default()) {
            let message =
                [&quote(&scheme.name), &*unsendable.reason, ", so that no client can meet this requirement"];
            reader.find_at(FindingCode::UnsendableRequirement, &scheme.pointer, message.concat());
        }
    }
    Requirement { schemes: found, understood: true, pointer: path.into() }
}

/// Tells of scopes that no flow of the scheme declares, where the flows declare any.
fn find_unknown_scopes(reader: &mut Reader, required: &RequirementScheme, declared: &[String]) {
    if declared.is_empty() || !reader.is_asked() {
        return;
    }
    for scope in required.scopes.iter().filter(|scope| declared.binary_search(scope).is_err()) {
        let told = if reader.has_room_for(FindingCode::UnknownScope) { declared } else { &[] };
        let meant = match similar::nearest(scope, told.iter().take(MOST_SIMILAR).map(String::as_str)) {
            Some(meant) => format!("did you mean {}?", quote(meant)),
            None => format!("they declare {}", list(declared, "and")),
        };
        reader.find_at(
            FindingCode::UnknownScope,
            &required.pointer,
            format!(
                "{} is required, and no flow of {} declares it; {meant}",
                quote(scope),
                quote(&required.name)
            ),
        );
    }
}
