//! Security requirements in the shapes of all generations. What cannot be understood is kept as an
//! alternative that nobody meets: it is never called open.

use super::fields::{CARD_FIELDS, SKILL_FIELDS};
use super::model::{AgentCard, Generation, Requirements};
use super::reader::Reader;
use super::requirement::{REPEATED, alternative, has_repeated_keys, not_understood};
use super::schemes::Defined;
use super::spelling::{either_case, is_field, other_spelling};
use super::{early_authentication, stray_security};
use crate::FindingCode;
use crate::json::{Json, Object};
use crate::limits::MAX_ENTRIES;
use crate::pointer::Path;
use crate::words::{list, quote};

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
    ["securityRequirements", "security"].into_iter().any(|field| {
        either_case(object, field).is_some_and(|(_, value)| value.as_array().is_some_and(Vec::is_empty))
    })
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
