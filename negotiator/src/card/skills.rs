//! Skills.

use super::fields::{self, SKILL_FIELDS};
use super::model::{Modes, Requirement, Requirements, Skill};
use super::reader::Reader;
use super::schemes::Defined;
use super::spelling::has;
use super::{requirement, requirements};
use crate::FindingCode;
use crate::json::{Json, Object};
use crate::limits::{MAX_ENTRIES, MAX_SKILLS};
use crate::names::Names;
use crate::pointer::Path;
use crate::words::quote;

pub(super) fn read(
    reader: &mut Reader,
    root: &Object<'_>,
    (schemes, of_card): (&Defined<'_>, &Requirements),
    called: Option<&str>,
) -> Vec<Skill> {
    let path = &reader.root();
    let Some((key, list)) = reader.list(root, path, "skills") else {
        if !has(root, "skills") {
            reader.missing(path, "skills", "the list of what the agent can do");
        }
        return Vec::new();
    };
    let path = path.key(key);
    let mut skills: Vec<Skill> = Vec::with_capacity(list.len());
    for (index, element) in reader.within(list, MAX_SKILLS, &path).iter().enumerate() {
        if !reader.is_asked() && is_of_no_use(element, called) {
            continue;
        }
        skills.extend(skill(reader, element, &path.index(index), schemes));
    }
    let ids = Names::of(skills.iter().map(|skill| skill.id.as_str()));
    let mut closed: Vec<(usize, Requirement)> = Vec::new();
    for (place, skill) in skills.iter().enumerate() {
        let Some(first) = ids.place(&skill.id).filter(|first| *first != place) else { continue };
        let message = format!("another skill has the id {} already; the first is taken", quote(&skill.id));
        reader.find_at(FindingCode::DuplicateSkill, &skill.pointer, message);
        // Which of them the agent means decides whether a caller is let in.
        let earlier = skills.get(first).map(|earlier| demands(earlier, of_card));
        if earlier.is_some_and(|earlier| !requirements::same_demands(demands(skill, of_card), earlier)) {
            let pointer = skill.security_requirements.pointer.clone();
            let why = "two skills have one id, and ask for different credentials";
            closed.push((first, requirement::not_understood_at(reader, pointer, why)));
        }
    }
    for (place, requirement) in closed {
        if let Some(skill) = skills.get_mut(place) {
            skill.security_requirements.alternatives = vec![requirement];
        }
    }
    skills
}

/// Whether a skill decides nothing: it is not the one that is called, and no list of it can be past the limits.
fn is_of_no_use(element: &Json<'_>, called: Option<&str>) -> bool {
    let Json::Object(object) = element else { return called.is_none() };
    let text = |field| object.get(field).and_then(Json::as_str);
    let is_called = |called| text("id").or(text("name")).unwrap_or_default() == called;
    let may_refuse = |(key, value): (&str, &Json<'_>)| {
        key.starts_with("security") || value.as_array().is_some_and(|list| list.len() > MAX_ENTRIES)
    };
    !called.is_some_and(is_called) && !object.iter().any(may_refuse)
}

/// What a skill asks its callers for.
const fn demands<'r>(skill: &'r Skill, of_card: &'r Requirements) -> &'r Requirements {
    let own = &skill.security_requirements;
    if own.alternatives.is_empty() { of_card } else { own }
}

fn skill(reader: &mut Reader, element: &Json<'_>, path: &Path<'_>, schemes: &Defined<'_>) -> Option<Skill> {
    match element {
        Json::Object(object) => Some(skill_object(reader, object, path, schemes)),
        Json::String(id) => {
            reader.find(
                FindingCode::SkillIdAssumed,
                path,
                format!("the skill {} is a bare string, which was read as its id; a skill is an object with `id`, `name`, `description` and `tags`", quote(id)),
            );
            let nowhere = |field: &str| Modes { modes: Vec::new(), pointer: path.key(field).into() };
            Some(Skill {
                id: id.clone().into_owned(),
                name: None,
                input_modes: nowhere("inputModes"),
                output_modes: nowhere("outputModes"),
                security_requirements: Requirements::default(),
                pointer: path.into(),
            })
        }
        other => {
            reader.wrong_entry(
                path,
                "this skill",
                other,
                "an object with `id`, `name`, `description` and `tags`",
            );
            None
        }
    }
}

/// What a skill says in words, which no step needs.
fn check_words(reader: &mut Reader, object: &Object<'_>, path: &Path<'_>) {
    if !reader.is_asked() {
        return;
    }
    for field in ["name", "description"] {
        if !has(object, field) {
            reader.missing(path, field, "a text");
        }
    }
    if !has(object, "tags") {
        reader.missing(path, "tags", "a list of keywords");
    }
    reader.text(object, path, "description");
    for field in ["tags", "examples"] {
        fields::check_texts(reader, object, path, field);
    }
}

fn skill_object(reader: &mut Reader, object: &Object<'_>, path: &Path<'_>, schemes: &Defined<'_>) -> Skill {
    fields::check(reader, object, path, SKILL_FIELDS);
    let name = reader.text(object, path, "name").map(|(_, name)| name.to_owned());
    let id = reader.text(object, path, "id").map(|(_, id)| id.to_owned());
    let id = id.unwrap_or_else(|| {
        let assumed = name.clone().unwrap_or_default();
        reader.find(
            FindingCode::SkillIdAssumed,
            path,
            format!(
                "this skill has no `id`; its name {} was taken, and other clients cannot name it",
                quote(&assumed)
            ),
        );
        assumed
    });
    check_words(reader, object, path);
    Skill {
        id,
        name,
        input_modes: reader.modes(object, path, "inputModes"),
        output_modes: reader.modes(object, path, "outputModes"),
        security_requirements: requirements::read_for_skill(reader, object, path, schemes),
        pointer: path.into(),
    }
}
