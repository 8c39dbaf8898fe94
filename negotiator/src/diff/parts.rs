//! Skills, modes, delivery and extensions, none of which has an order.

use super::{About, ChangeClass, Differ, PairedSkills};
use crate::card::{ASSUMED_MODE, Modes, Skill};
use crate::negotiate::push_is_under_mutual_tls;
use crate::words::{list, quote};
use crate::{Pointer, StepId};

const MEDIA_TYPES: About<'static> = About::step(StepId::MediaTypes);
const DELIVERY: About<'static> = About::step(StepId::Delivery);
const EXTENSIONS: About<'static> = About::step(StepId::Extensions);

impl<'d> Differ<'d> {
    pub(super) fn skills(&mut self) {
        let PairedSkills { gone, come, .. } = self.skills.clone();
        let about = |skill: &'d Skill| About::step(StepId::Skill).of(Some(&skill.id));
        for skill in gone {
            let message = "the skill is gone";
            self.change(ChangeClass::Breaking, about(skill), Some(&skill.pointer), None, message);
        }
        for skill in come {
            let message = "the skill is new";
            self.change(ChangeClass::Compatible, about(skill), None, Some(&skill.pointer), message);
        }
    }

    pub(super) fn modes(&mut self) {
        let (old, new) = (self.old.card, self.new.card);
        self.list_of_modes(&old.default_input_modes, &new.default_input_modes, "input modes", None);
        self.list_of_modes(&old.default_output_modes, &new.default_output_modes, "output modes", None);
        for (before, skill) in self.skills.both.clone() {
            let lists = [
                (&before.input_modes, &old.default_input_modes, &skill.input_modes, &new.default_input_modes),
                (
                    &before.output_modes,
                    &old.default_output_modes,
                    &skill.output_modes,
                    &new.default_output_modes,
                ),
            ];
            for ((own_before, default_before, own, default), what) in
                lists.into_iter().zip(["input modes", "output modes"])
            {
                if !(own_before.modes.is_empty() && own.modes.is_empty()) {
                    let before = if own_before.modes.is_empty() { default_before } else { own_before };
                    let now = if own.modes.is_empty() { default } else { own };
                    self.list_of_modes(before, now, what, Some(&skill.id));
                }
            }
        }
    }

    fn list_of_modes(&mut self, old: &Modes, new: &Modes, what: &str, skill: Option<&str>) {
        let (old_modes, new_modes) = (values(old), values(new));
        let (gone, come) = (missing(&old_modes, &new_modes), missing(&new_modes, &old_modes));
        let parts =
            [(gone, " are gone: ", ChangeClass::Breaking), (come, " are new: ", ChangeClass::Compatible)];
        for (modes, verb, class) in parts {
            if !modes.is_empty() {
                let message = [what, verb, &list(modes, "and")].concat();
                self.change(class, MEDIA_TYPES.of(skill), Some(&old.pointer), Some(&new.pointer), &message);
            }
        }
    }

    pub(super) fn delivery(&mut self) {
        let (old, new) = (&self.old.card.capabilities, &self.new.card.capabilities);
        let (push_before, push) = (&old.push_notifications, &new.push_notifications);
        let flags = [
            ("streaming", old.streaming, new.streaming, ChangeClass::Breaking),
            ("pushNotifications", push_before.supported, push.supported, ChangeClass::Breaking),
            ("extendedAgentCard", old.extended_agent_card, new.extended_agent_card, ChangeClass::Degrading),
        ];
        for (field, before, now, loss) in flags {
            if before != now {
                let (class, verb) =
                    if now { (ChangeClass::Compatible, "offered now") } else { (loss, "offered no more") };
                let message = ["`", field, "` is ", verb].concat();
                let pointer = |at: &Pointer| Some(at.key(field));
                let (before, now) = (pointer(&old.pointer), pointer(&new.pointer));
                self.change(class, DELIVERY, before.as_ref(), now.as_ref(), &message);
            }
        }
        if push_before.supported && push.supported && push_before.security_scheme != push.security_scheme {
            let class = if self.loses_push() { ChangeClass::Breaking } else { ChangeClass::Compatible };
            let name =
                |scheme: &Option<String>| scheme.as_ref().map_or("no scheme".to_owned(), |name| quote(name));
            let names = [name(&push.security_scheme), name(&push_before.security_scheme)];
            let message =
                ["push notifications are under ", &names[0], ", and were under ", &names[1]].concat();
            let (before, now) = (old.pointer.key("pushNotifications"), new.pointer.key("pushNotifications"));
            self.change(class, DELIVERY, Some(&before), Some(&now), &message);
        }
        let old = &self.old.card.resubscribe_only_output_modes;
        let new = &self.new.card.resubscribe_only_output_modes;
        let of = |modes: &'d Modes| modes.modes.iter().map(|mode| mode.value.as_str()).collect::<Vec<_>>();
        let (modes_before, modes) = (of(old), of(new));
        let (gone, come) = (missing(&modes_before, &modes), missing(&modes, &modes_before));
        let loss = if self.new.card.capabilities.streaming {
            ChangeClass::Compatible
        } else {
            ChangeClass::Breaking
        };
        let parts = [
            (gone, " are not bound to a resubscription any more", ChangeClass::Compatible),
            (come, " come on a resubscription only", loss),
        ];
        for (modes, verb, class) in parts {
            if !modes.is_empty() {
                let message = [&list(modes, "and"), verb].concat();
                self.change(class, MEDIA_TYPES, Some(&old.pointer), Some(&new.pointer), &message);
            }
        }
    }

    /// Whether the agent's callbacks come under mutual TLS for some skill, where they did not.
    fn loses_push(&self) -> bool {
        let (old, new) = (self.old.card, self.new.card);
        let own = |skill: &'d Skill, card: &'d crate::AgentCard| {
            let own = &skill.security_requirements;
            if own.alternatives.is_empty() { &card.security_requirements } else { own }
        };
        let pairs = self.skills.both.iter();
        pairs
            .map(|(before, skill)| (own(before, old), own(skill, new)))
            .chain([(&old.security_requirements, &new.security_requirements)])
            .any(|(before, now)| !push_is_under_mutual_tls(old, before) && push_is_under_mutual_tls(new, now))
    }

    pub(super) fn extensions(&mut self) {
        let (old, new) = (&self.old.card.capabilities.extensions, &self.new.card.capabilities.extensions);
        let mut told: Vec<&str> = Vec::new();
        for extension in old.iter().chain(new) {
            let uri = extension.uri.as_str();
            if told.contains(&uri) {
                continue;
            }
            told.push(uri);
            let of = |list: &'d [crate::Extension]| {
                let mut same = list.iter().filter(|other| other.uri == uri);
                let first = same.next()?;
                Some((first, first.required || same.any(|other| other.required)))
            };
            let (class, what) = match (of(old), of(new)) {
                (Some((_, false)), Some((_, true))) => (ChangeClass::Breaking, " is required now"),
                (None, Some((_, true))) => (ChangeClass::Breaking, " is new, and required"),
                (None, Some((_, false))) => (ChangeClass::Compatible, " is new, and optional"),
                (Some((_, true)), Some((_, false))) => (ChangeClass::Compatible, " is optional now"),
                (Some(_), None) => (ChangeClass::Degrading, " is gone"),
                _ => continue,
            };
            let message = ["the extension ", &quote(uri), what].concat();
            let pointer = |found: Option<(&'d crate::Extension, bool)>| found.map(|(one, _)| &one.pointer);
            self.change(class, EXTENSIONS, pointer(of(old)), pointer(of(new)), &message);
        }
    }
}

/// The modes that hold, each once: those of the list, else what is assumed.
fn values(modes: &Modes) -> Vec<&str> {
    let mut values: Vec<&str> = Vec::new();
    for mode in &modes.modes {
        if !values.contains(&mode.value.as_str()) {
            values.push(&mode.value);
        }
    }
    if values.is_empty() {
        values.push(ASSUMED_MODE);
    }
    values
}

/// What is in one list and not in the other.
fn missing<'m>(list: &[&'m str], other: &[&str]) -> Vec<&'m str> {
    list.iter().copied().filter(|one| !other.contains(one)).collect()
}
