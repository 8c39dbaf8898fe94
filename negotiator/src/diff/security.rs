//! Security schemes, and what is required of callers. Alternatives have an order; the schemes of one have
//! none, nor have their scopes.

use super::{About, ChangeClass, Differ};
use crate::card::{
    AgentCard, Requirement, RequirementScheme, Requirements, SchemeKind, SecurityScheme, Skill, urls_of,
};
use crate::json;
use crate::negotiate::{alternative_label, push_is_under_mutual_tls};
use crate::plan::PlacementLocation;
use crate::words::{list, quote};
use crate::{Pointer, StepId, url};

const CREDENTIALS: About<'static> = About::step(StepId::Credentials);

impl Differ<'_> {
    pub(super) fn security(&mut self) {
        let (old, new) = (self.old.card, self.new.card);
        self.requirements(&old.security_requirements, &new.security_requirements, None);
        for (before, skill) in self.skills.both.clone() {
            let (own, own_before) = (own(skill), own(before));
            if own.is_some() || own_before.is_some() {
                let before = own_before.unwrap_or(&old.security_requirements);
                let now = own.unwrap_or(&new.security_requirements);
                self.requirements(before, now, Some(&skill.id));
            }
        }
        let mut names: Vec<&str> = Vec::new();
        for scheme in defined(old).chain(defined(new)) {
            if !names.contains(&scheme.name.as_str()) {
                names.push(&scheme.name);
                self.scheme(&scheme.name);
            }
        }
    }

    fn requirements(&mut self, old: &Requirements, new: &Requirements, skill: Option<&str>) {
        if old.alternatives.len() == new.alternatives.len()
            && old.alternatives.iter().zip(&new.alternatives).all(|(old, new)| is_same(old, new))
        {
            return;
        }
        let meets = |before: &Requirement| {
            new.alternatives.is_empty() || new.alternatives.iter().any(|now| asks_no_more(now, before))
        };
        let anonymous = Requirement { schemes: Vec::new(), understood: true, pointer: Pointer::root() };
        let all_met = if old.alternatives.is_empty() {
            meets(&anonymous)
        } else {
            old.alternatives.iter().filter(|before| before.understood).all(meets)
        };
        let reaches = !push_is_under_mutual_tls(self.old.card, old);
        let loses_push = reaches && push_is_under_mutual_tls(self.new.card, new);
        let class = if all_met && !loses_push { ChangeClass::Compatible } else { ChangeClass::Breaking };
        let message = ["callers need ", &words(new), ", and needed ", &words(old)].concat();
        self.change(class, CREDENTIALS.of(skill), Some(&old.pointer), Some(&new.pointer), &message);
    }

    fn scheme(&mut self, name: &str) {
        let (old, new) = (effective(self.old.card, name), effective(self.new.card, name));
        let is_used = is_named(self.old.card, name) && is_named(self.new.card, name);
        let (class, what) = match (old, new) {
            (Some(old), Some(new)) if facts(old) == facts(new) && !self.says_another(old, new) => return,
            _ if !is_used => (ChangeClass::Cosmetic, "another"),
            (old, Some(new)) if !is_harder(old, new) => {
                let is_elsewhere = url::leads_elsewhere(&old.map_or_else(Vec::new, urls), &urls(new));
                (if is_elsewhere { ChangeClass::Degrading } else { ChangeClass::Compatible }, "another")
            }
            _ => (ChangeClass::Breaking, "another"),
        };
        let what = match (old, new) {
            (None, _) => "new",
            (_, None) => "gone",
            _ => what,
        };
        let kind = |scheme: Option<&SecurityScheme>| scheme.map_or("", |scheme| scheme.kind.as_str());
        let message = ["the security scheme ", &quote(name), " is ", what].concat();
        let kinds = match (kind(old), kind(new)) {
            (old, new) if old == new || old.is_empty() || new.is_empty() => String::new(),
            (old, new) => [": ", new, " in place of ", old].concat(),
        };
        let pointer = |scheme: Option<&SecurityScheme>| scheme.map(|scheme| scheme.pointer.clone());
        self.change(class, CREDENTIALS, pointer(old).as_ref(), pointer(new).as_ref(), &(message + &kinds));
    }

    /// Whether a scheme of a kind that is not known, of which nothing is read, says something else.
    fn says_another(&self, old: &SecurityScheme, new: &SecurityScheme) -> bool {
        new.kind == SchemeKind::Unknown
            && json::at(&self.old.source, &old.pointer) != json::at(&self.new.source, &new.pointer)
    }
}

/// The requirements that a skill has of its own.
fn own(skill: &Skill) -> Option<&Requirements> {
    Some(&skill.security_requirements).filter(|own| !own.alternatives.is_empty())
}

fn all_requirements(card: &AgentCard) -> impl Iterator<Item = &RequirementScheme> {
    let of_skills = card.skills.iter().map(|skill| &skill.security_requirements);
    std::iter::once(&card.security_requirements)
        .chain(of_skills)
        .flat_map(|requirements| &requirements.alternatives)
        .flat_map(|alternative| &alternative.schemes)
}

/// The schemes that are defined, those that the early `authentication` brings along included.
fn defined(card: &AgentCard) -> impl Iterator<Item = &SecurityScheme> {
    let inline = all_requirements(card).filter_map(|scheme| scheme.inline.as_ref());
    card.security_schemes.iter().chain(inline)
}

/// The definition by which a credential is presented.
fn effective<'c>(card: &'c AgentCard, name: &str) -> Option<&'c SecurityScheme> {
    let inline = all_requirements(card).filter_map(|scheme| scheme.inline.as_ref());
    inline.chain(&card.security_schemes).find(|scheme| scheme.name == name)
}

fn is_named(card: &AgentCard, name: &str) -> bool {
    let push = card.capabilities.push_notifications.security_scheme.as_deref();
    push == Some(name) || all_requirements(card).any(|scheme| scheme.name == name)
}

/// Everything about a scheme that a plan or a client's choice depends on.
fn facts(scheme: &SecurityScheme) -> impl PartialEq {
    (scheme.kind, &scheme.http_scheme, &scheme.placement, &scheme.flows, &scheme.metadata_url)
}

/// Where a client gets what it presents.
fn urls(scheme: &SecurityScheme) -> Vec<&str> {
    urls_of(&scheme.flows, scheme.metadata_url.as_deref())
}

/// Whether somebody who can present a scheme as it was cannot present it as it is.
fn is_harder(old: Option<&SecurityScheme>, new: &SecurityScheme) -> bool {
    let proves = |scheme: &SecurityScheme| scheme.flows.iter().any(|flow| flow.pkce_required);
    let needs = |scheme: &SecurityScheme| match scheme.placement.as_ref().map(|placement| placement.location)
    {
        _ if scheme.kind == SchemeKind::MutualTls || proves(scheme) => true,
        Some(location) => matches!(location, PlacementLocation::Cookie | PlacementLocation::Tls),
        None => false,
    };
    // By its name, a client presents a scheme of any kind.
    let old = old.filter(|old| old.kind != SchemeKind::Unknown);
    let is_another_kind = old.is_some_and(|old| {
        old.kind != new.kind || (old.http_scheme.is_some() && old.http_scheme != new.http_scheme)
    });
    is_another_kind || (needs(new) && !old.is_some_and(needs))
}

/// Whether two alternatives ask for the same.
fn is_same(one: &Requirement, other: &Requirement) -> bool {
    one.understood == other.understood
        && (!one.understood || (asks_no_more(one, other) && asks_no_more(other, one)))
}

/// Whether whoever meets `before` meets `now`.
fn asks_no_more(now: &Requirement, before: &Requirement) -> bool {
    let had = |scheme: &RequirementScheme| {
        let before = before.schemes.iter().find(|before| before.name == scheme.name);
        before.is_some_and(|before| scheme.scopes.iter().all(|scope| before.scopes.contains(scope)))
    };
    now.understood && before.understood && now.schemes.iter().all(had)
}

fn words(requirements: &Requirements) -> String {
    if requirements.alternatives.is_empty() {
        return "no credential".to_owned();
    }
    list(requirements.alternatives.iter().map(alternative_label), "or")
}
