//! What no step reads: names, descriptions, examples, and fields that nobody defines.

use super::{About, ChangeClass, Differ};
use crate::StepId;
use crate::card::fields::{CAPABILITY_FIELDS, CARD_FIELDS, EXTENSION_FIELDS, SKILL_FIELDS};
use crate::card::{Extension, Skill, is_field};
use crate::json::{self, Json, Object};
use crate::pointer::Pointer;
use crate::words::quote;

/// The fields of cards, skills, capabilities and extensions that no step reads. The others are compared as what
/// they mean, or mean nothing any more.
const TEXTS: &[&str] = &[
    "name",
    "description",
    "version",
    "provider",
    "iconUrl",
    "documentationUrl",
    "metadata",
    "tags",
    "examples",
    "params",
];

impl Differ<'_> {
    pub(super) fn texts(&mut self) {
        let (old, new) = (self.old.card, self.new.card);
        let root = Pointer::root();
        self.rest(&root, &root, CARD_FIELDS, About::default());
        self.rest(&old.capabilities.pointer, &new.capabilities.pointer, CAPABILITY_FIELDS, About::default());
        let before = &old.capabilities.extensions;
        for (place, extension) in new.capabilities.extensions.iter().enumerate() {
            let same = |before: &&Extension| before.uri == extension.uri;
            // Of one that is declared twice, each is compared with that at its place.
            let before = before.get(place).filter(same).or_else(|| before.iter().find(same));
            if let Some(before) = before {
                let about = About::step(StepId::Extensions);
                self.rest(&before.pointer, &extension.pointer, EXTENSION_FIELDS, about);
            }
        }
        for scheme in &new.security_schemes {
            if let Some(before) = old.security_scheme(&scheme.name) {
                self.scheme_texts(&before.pointer, &scheme.pointer);
            }
        }
        for (before, skill) in self.skills.both.clone() {
            let about = About::default().of(Some(&skill.id));
            // One without a name goes by its id.
            if name(before) != name(skill) {
                let (before, now) = (before.pointer.key("name"), skill.pointer.key("name"));
                let message = "`name` is another";
                self.change(ChangeClass::Cosmetic, about, Some(&before), Some(&now), message);
            }
            self.rest(&before.pointer, &skill.pointer, SKILL_FIELDS, about);
        }
        let signatures = root.key("signatures");
        let (before, now) = (at(&self.old.source, &signatures), at(&self.new.source, &signatures));
        let (class, what) = match (old.signatures, new.signatures) {
            (0, 0) => return,
            (_, 0) => (ChangeClass::Breaking, "the card is not signed any more"),
            (0, _) => (ChangeClass::Cosmetic, "the card is signed now"),
            _ if before == now => return,
            _ => (ChangeClass::Cosmetic, "the signatures are others"),
        };
        let about = About::step(StepId::Card);
        self.change(class, about, Some(&signatures), Some(&signatures), what);
    }

    /// Compares the members of an object that no step reads.
    fn rest(&mut self, old: &Pointer, new: &Pointer, fields: &[&str], about: About<'_>) {
        // One without a name goes by its id, and was compared by it.
        let is_skill = about.skill.is_some();
        let (before, now) =
            (self.unread(old, true, fields, is_skill), self.unread(new, false, fields, is_skill));
        let gone = before.iter().filter(|(name, ..)| !now.iter().any(|(other, ..)| other == name));
        let gone = gone.map(|(name, key, _)| (name, Some(key), None));
        let others = now.iter().filter_map(|(name, key, value)| {
            // A field that stands there in both spellings is compared with its own.
            let in_its_spelling = before.iter().find(|(_, other, _)| other == key);
            match in_its_spelling.or_else(|| before.iter().find(|(other, ..)| other == name)) {
                Some((.., before)) if before == value => None,
                Some((_, key_before, _)) => Some((name, Some(key_before), Some(key))),
                None => Some((name, None, Some(key))),
            }
        });
        for (name, key_before, key) in gone.chain(others) {
            let verb = match (key_before, key) {
                (None, _) => " is new",
                (_, None) => " is gone",
                _ => " is another",
            };
            let is_parameters = name == "params" && about.step.is_some();
            // What they mean is for the extension's own specification to know.
            let class = if is_parameters { ChangeClass::Degrading } else { ChangeClass::Cosmetic };
            let (before, now) = (key_before.map(|key| old.key(key)), key.map(|key| new.key(key)));
            let message = [quote(name).as_str(), verb].concat();
            self.change(class, about, before.as_ref(), now.as_ref(), &message);
        }
    }

    /// The members of an object that no step reads and that say something: their names in camelCase, their
    /// keys and values.
    fn unread(
        &self,
        pointer: &Pointer,
        is_old: bool,
        fields: &[&str],
        is_skill: bool,
    ) -> Vec<(String, String, Json<'static>)> {
        let source = if is_old { &self.old.source } else { &self.new.source };
        let Some(object) = at(source, pointer).and_then(Json::as_object) else { return Vec::new() };
        let mut found = Vec::new();
        for (key, value) in object.iter() {
            let text = TEXTS.iter().find(|text| is_field(key, text));
            let name = match text.or_else(|| fields.iter().find(|field| is_field(key, field))) {
                Some(name) if text.is_none() || (is_skill && *name == "name") => continue,
                Some(name) => name,
                None => key,
            };
            if !json::is_blank(value) {
                found.push((name.to_owned(), key.to_owned(), value.clone().into_owned()));
            }
        }
        found
    }

    /// A scheme's description and format of its token, which stand beside its kind or below it.
    fn scheme_texts(&mut self, old: &Pointer, new: &Pointer) {
        for field in ["description", "bearerFormat"] {
            let (before, now) = (below(&self.old.source, old, field), below(&self.new.source, new, field));
            let value = |source: &Json<'_>, pointer: &Option<Pointer>| {
                pointer
                    .as_ref()
                    .and_then(|pointer| at(source, pointer))
                    .and_then(Json::as_str)
                    .map(str::to_owned)
            };
            if value(&self.old.source, &before) != value(&self.new.source, &now) {
                let name = new.tokens().last().unwrap_or_default().into_owned();
                let message =
                    ["`", field, "` of the security scheme ", &quote(&name), " is another"].concat();
                let about = About::step(StepId::Credentials);
                self.change(ChangeClass::Cosmetic, about, before.as_ref(), now.as_ref(), &message);
            }
        }
    }
}

fn name(skill: &Skill) -> &str {
    skill.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(&skill.id)
}

fn at<'j, 't>(source: &'j Json<'t>, pointer: &Pointer) -> Option<&'j Json<'t>> {
    json::at(source, pointer)
}

/// Where a text stands in an object, or in an object of that object.
fn below(source: &Json<'_>, pointer: &Pointer, field: &str) -> Option<Pointer> {
    let object = at(source, pointer)?.as_object()?;
    let has = |object: &Object<'_>| {
        let member = object.iter().find(|(key, value)| is_field(key, field) && value.as_str().is_some());
        member.map(|(key, _)| key.to_owned())
    };
    if let Some(key) = has(object) {
        return Some(pointer.key(&key));
    }
    let inner = object.iter().find_map(|(key, value)| Some((key, has(value.as_object()?)?)));
    inner.map(|(outer, key)| pointer.key(outer).key(&key))
}
