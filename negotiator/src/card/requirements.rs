//! Security requirements in the shapes of all generations. What cannot be understood is kept as an
//! alternative that nobody meets: it is never called open.

use super::fields::{CARD_FIELDS, SKILL_FIELDS};
use super::model::{AgentCard, Generation, Requirement, RequirementScheme, Requirements};
use super::reader::{Reader, either_case, is_field, other_spelling};
use super::schemes::Defined;
use super::{early_authentication, stray_security};
use crate::json::{Json, Object};
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::request::{Destination, unsendable_credential};
use crate::similar::MOST_SIMILAR;
use crate::words::{append, list, quote};
use crate::{FindingCode, Pointer, similar};

/// What the card requires of every caller.
pub(super) fn read_for_card(reader: &mut Reader, root: &Object<'_>, schemes: &Defined<'_>) -> Requirements {
    let at = &reader.root();
    let mut requirements = read_lists(reader, root, at, schemes);
    if let Some((key, value)) = reader.member(root, at, "authentication") {
        let path = at.key(key);
        if asks_nothing(&requirements) {
            reader.find(
                FindingCode::EarlyAuthentication,
                &path,
                "`authentication` is of the first drafts of the protocol; clients of 0.2.1 and later read `securitySchemes` and `security`",
            );
            let mut early = early_authentication::read(reader, value, &path, schemes);
            if has_repeated_keys(value) {
                early.alternatives = vec![not_understood(reader, &path, REPEATED)];
            }
            if requirements.alternatives.is_empty() || !asks_nothing(&early) {
                requirements = early;
            }
        } else {
            reader.find(
                FindingCode::LeftoverField,
                &path,
                "`authentication` is of the first drafts of the protocol and was not used, since the card states its requirements in the later way",
            );
        }
    }
    let own = ["securityRequirements", "security", "authentication"];
    close_repeated(reader, root, at, &own, &mut requirements);
    stray_security::find(reader, root, at, (CARD_FIELDS, &own), &mut requirements);
    stray_security::find_in_parts(reader, root, &mut requirements);
    close_unreadable_schemes(reader, root, &mut requirements);
    requirements
}

/// Of a field that stands there more than once, other readers may take another value than the last: an object
/// in which one is repeated is open to nobody whom the last value lets in.
fn close_repeated(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    own: &[&str],
    requirements: &mut Requirements,
) {
    let is_own = |key: &&str| own.iter().any(|field| is_field(key, field));
    if let Some(key) = object.duplicates().find(is_own).filter(|_| asks_nothing(requirements)) {
        let why = [&quote(key), " stands more than once, and the last one asks for nothing"].concat();
        requirements.alternatives = vec![not_understood(reader, &path.key(key), &why)];
    }
}

/// What cannot be read in place of schemes may have been what a caller needs.
fn close_unreadable_schemes(reader: &mut Reader, root: &Object<'_>, requirements: &mut Requirements) {
    let Some((key, value)) = either_case(root, "securitySchemes") else { return };
    if requirements.alternatives.is_empty()
        && !says_open(root)
        && value.as_object().is_none()
        && !early_authentication::asks_nothing(value)
    {
        let why = ["`", key, "` is ", value.type_name(), ", not an object"].concat();
        requirements.alternatives = vec![not_understood(reader, &reader.root().key(key), &why)];
    }
}

const REPEATED: &str = "a key stands twice in it, and readers take the one value or the other";

/// Whether a key stands twice somewhere in a value.
fn has_repeated_keys(value: &Json<'_>) -> bool {
    match value {
        Json::Array(elements) => elements.iter().any(has_repeated_keys),
        Json::Object(object) => {
            object.duplicates().next().is_some() || object.iter().any(|(_, value)| has_repeated_keys(value))
        }
        _ => false,
    }
}

/// Tells of schemes that are defined where neither the card nor a skill requires any.
pub(super) fn find_unrequired(reader: &mut Reader, root: &Object<'_>, card: &AgentCard) {
    if !reader.is_asked() {
        return;
    }
    let requires = |requirements: &Requirements| !requirements.alternatives.is_empty();
    let skills = card.skills.iter().map(|skill| &skill.security_requirements);
    if says_open(root) || std::iter::once(&card.security_requirements).chain(skills).any(requires) {
        return;
    }
    let of_push = card.capabilities.push_notifications.security_scheme.as_deref();
    let mut unrequired =
        card.security_schemes.iter().filter(|scheme| of_push != Some(&scheme.name)).peekable();
    let Some(field) = unrequired.peek().and_then(|scheme| scheme.pointer.tokens().next()) else { return };
    reader.find(
        FindingCode::SchemesWithoutRequirement,
        &Path::Root.key(&field),
        format!(
            "the card defines {} and requires nothing, so no credential is planned; the server is likely to want one: add `securityRequirements`",
            list(unrequired.map(|scheme| &scheme.name), "and")
        ),
    );
}

/// What a skill requires of its callers.
pub(super) fn read_for_skill(
    reader: &mut Reader,
    skill: &Object<'_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Requirements {
    let mut requirements = read_lists(reader, skill, path, schemes);
    let own = ["securityRequirements", "security"];
    close_repeated(reader, skill, path, &own, &mut requirements);
    stray_security::find(reader, skill, path, (SKILL_FIELDS, &own), &mut requirements);
    requirements
}

/// Whether an empty list says in so many words that nothing is required.
fn says_open(object: &Object<'_>) -> bool {
    ["securityRequirements", "security"]
        .iter()
        .any(|field| object.get(field).and_then(Json::as_array).is_some_and(Vec::is_empty))
}

/// Whether requirements let every caller in: there are none, or all are empty.
pub(super) fn asks_nothing(requirements: &Requirements) -> bool {
    requirements
        .alternatives
        .iter()
        .all(|alternative| alternative.understood && alternative.schemes.is_empty())
}

/// `securityRequirements` of 1.0, else `security` of 0.3. An empty one gives way to one that says more.
fn read_lists(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    schemes: &Defined<'_>,
) -> Requirements {
    let newer = read_list(reader, object, path, "securityRequirements", schemes);
    let older = read_list(reader, object, path, "security", schemes);
    if let (None, Some(older), Generation::V1_0) = (&newer, &older, reader.generation) {
        reader.find_at(
            FindingCode::RequirementShape,
            &older.pointer,
            "`security` is where 0.3 has its requirements, and was read as meant; clients of 1.0 read `securityRequirements` and take the card for open".to_owned(),
        );
    }
    match (newer, older) {
        (Some(newer), Some(older)) if asks_nothing(&newer) && !older.alternatives.is_empty() => {
            if !newer.alternatives.is_empty() && !asks_nothing(&older) {
                reader.find_at(
                    FindingCode::LeftoverField,
                    &newer.pointer,
                    "`securityRequirements` asks for nothing and `security` for something, which was taken"
                        .to_owned(),
                );
            }
            older
        }
        (Some(newer), older) => {
            if older.is_some_and(|older| !older.alternatives.is_empty() && !same_demands(&older, &newer)) {
                reader.find(
                    FindingCode::LeftoverField,
                    &path.key("security"),
                    "`security` asks for something else than `securityRequirements`, which was taken",
                );
            }
            newer
        }
        (None, Some(older)) => older,
        (None, None) => {
            Requirements { alternatives: Vec::new(), pointer: path.key("securityRequirements").into() }
        }
    }
}

pub(super) fn same_demands(one: &Requirements, other: &Requirements) -> bool {
    let pairs = one.alternatives.iter().zip(&other.alternatives);
    one.alternatives.len() == other.alternatives.len()
        && pairs.into_iter().all(|(one, other)| one.asks_the_same(other))
}

fn read_list(
    reader: &mut Reader,
    object: &Object<'_>,
    path: &Path<'_>,
    field: &'static str,
    schemes: &Defined<'_>,
) -> Option<Requirements> {
    let (key, value) = reader.member(object, path, field)?;
    let newer = field == "securityRequirements";
    let requirements = read_value(reader, (key, value), path, newer, schemes);
    // Of a field that stands there in both spellings, the one that asks for something counts.
    if asks_nothing(&requirements)
        && let Some(other) = other_spelling(object, field, key)
    {
        let stricter = read_value(reader, other, path, newer, schemes);
        if !asks_nothing(&stricter) {
            return Some(stricter);
        }
    }
    Some(requirements)
}

/// `newer` tells whether it stands where 1.0 has its requirements.
fn read_value(
    reader: &mut Reader,
    (key, value): (&str, &Json<'_>),
    path: &Path<'_>,
    newer: bool,
    schemes: &Defined<'_>,
) -> Requirements {
    let path = path.key(key);
    let alternatives = match value {
        Json::Array(elements) => reader
            .within(elements, MAX_ENTRIES, &path)
            .iter()
            .enumerate()
            .map(|(index, element)| alternative(reader, element, &path.index(index), newer, schemes))
            .collect(),
        // Not an alternative that lets everybody in: that is said by `[{}]`, and signatures leave both of
        // the empty values out.
        Json::Object(object) if object.is_empty() => {
            reader.find(
                FindingCode::RequirementShape,
                &path,
                format!("`{key}` is an empty object and was read as the empty list; write `[]`"),
            );
            Vec::new()
        }
        Json::Object(_) => {
            reader.find(
                FindingCode::RequirementShape,
                &path,
                format!("`{key}` is an object and was read as a list of one; write `[{{…}}]`"),
            );
            vec![alternative(reader, value, &path, newer, schemes)]
        }
        other => {
            vec![not_understood(reader, &path, &format!("`{key}` is {}, not a list", other.type_name()))]
        }
    };
    // Each is compared with all that a client holds.
    let count = alternatives.iter().map(|alternative| alternative.schemes.len()).sum();
    if count > MAX_ENTRIES {
        reader.refuse(count, MAX_ENTRIES, &path);
    }
    Requirements { alternatives, pointer: path.into() }
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
fn alternative(
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
