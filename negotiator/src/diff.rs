//! What changed between two cards: over the common model, so that neither the generation nor the order of
//! what has no order counts.

mod interfaces;
mod parts;
mod plans;
mod security;
mod texts;

use serde::Serialize;

use crate::card::{AgentCard, CardReading, Skill};
use crate::intent::Intent;
use crate::json::{self, Json};
use crate::names::Names;
use crate::profile::ProfileReading;
use crate::{Pointer, StepId};

pub(crate) use plans::{EXTENDED_CARD, PlanChange, interface, plan_changes, told};
pub use plans::{PlanEffect, SkillChange};

/// How much a change matters to those who call the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ChangeClass {
    /// Nothing changed.
    None,
    /// No plan is touched.
    Cosmetic,
    /// Whoever could call the agent still can, though perhaps by another plan.
    Compatible,
    /// Whoever could call the agent still can, and some must go without something, or send what is secret
    /// elsewhere.
    Degrading,
    /// Some who could call the agent no longer can.
    Breaking,
}

impl ChangeClass {
    /// All classes, in order.
    pub const ALL: [Self; 5] =
        [Self::None, Self::Cosmetic, Self::Compatible, Self::Degrading, Self::Breaking];

    /// The class as it stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Cosmetic => "cosmetic",
            Self::Compatible => "compatible",
            Self::Degrading => "degrading",
            Self::Breaking => "breaking",
        }
    }
}

/// What changed from one card to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardDiff {
    /// The gravest class among the changes and, for a client, among what became of its plans.
    pub class: ChangeClass,
    /// The changes, in the order of the steps. Empty where the two cards say the same.
    pub changes: Vec<CardChange>,
    /// For a client: what became of its plan for the card's defaults, and for each skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<SkillChange>>,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CardChange {
    /// How much it matters to anybody or, where a client was given, to that client.
    pub class: ChangeClass,
    /// What changed, in a sentence.
    pub message: String,
    /// The step of a negotiation that it may change; absent where none reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepId>,
    /// The skill that it is about; absent where it is about the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Where it stands in the old card; absent where it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_pointer: Option<Pointer>,
    /// Where it stands in the new card; absent where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_pointer: Option<Pointer>,
    /// What stood in the old card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub old: Option<Json<'static>>,
    /// What stands in the new card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub new: Option<Json<'static>>,
}

/// Compares two cards, of any generations. With a client, the changes are judged by what they do to its
/// plans: for the skill that the intent names, else for the card's defaults and every skill.
///
/// Without a client, a class is what holds for some client: `breaking` where one may be refused that was
/// not before. Of two documents neither of which is a card, nothing is said:
/// [`CardReading::require_card`] tells of them.
#[must_use]
pub fn diff_cards(
    old: &CardReading,
    new: &CardReading,
    client: Option<(&ProfileReading, &Intent)>,
) -> CardDiff {
    let mut changes = changes(old, new);
    let skills = client.map(|(profile, intent)| plans::judge(old, new, profile, intent, &mut changes));
    let skills = skills.map(|effects| effects.into_iter().map(|effect| effect.change).collect::<Vec<_>>());
    let of_skills = skills.iter().flatten().map(|skill| skill.class);
    let class = changes.iter().map(|change| change.class).chain(of_skills).max();
    CardDiff { class: class.unwrap_or(ChangeClass::None), changes, skills }
}

fn changes(old: &CardReading, new: &CardReading) -> Vec<CardChange> {
    let empty = AgentCard::default();
    let side = |reading| Side::of(reading, &empty);
    let (Some(old_side), Some(new_side)) = (side(old), side(new)) else { return Vec::new() };
    let skills = PairedSkills::of(old_side.card, new_side.card);
    let mut differ = Differ { old: old_side, new: new_side, skills, changes: Vec::new() };
    let (class, message) = match (&old.card, &new.card) {
        (Some(_), Some(_)) => {
            differ.skills();
            differ.interfaces();
            differ.security();
            differ.modes();
            differ.delivery();
            differ.extensions();
            differ.texts();
            return differ.changes;
        }
        (None, None) => return Vec::new(),
        (Some(_), None) => (ChangeClass::Breaking, "the document is no agent card any more"),
        (None, Some(_)) => (ChangeClass::Compatible, "the document is an agent card now"),
    };
    let root = Some(Pointer::root());
    differ.change(class, About::step(StepId::Card), root.as_ref(), root.as_ref(), message);
    differ.changes
}

/// One of the two cards.
struct Side<'d> {
    card: &'d AgentCard,
    source: Json<'d>,
}

impl<'d> Side<'d> {
    fn of(reading: &'d CardReading, empty: &'d AgentCard) -> Option<Self> {
        // What was read once is read again without an error.
        let source = json::parse(&reading.source, "the card").ok()?.root;
        Some(Self { card: reading.card.as_ref().unwrap_or(empty), source })
    }
}

/// What a change is about.
#[derive(Clone, Copy, Default)]
struct About<'a> {
    step: Option<StepId>,
    skill: Option<&'a str>,
}

impl<'a> About<'a> {
    const fn step(step: StepId) -> Self {
        Self { step: Some(step), skill: None }
    }

    const fn of(self, skill: Option<&'a str>) -> Self {
        Self { skill, ..self }
    }

    /// Whose it is, at the start of a sentence.
    fn whose(self) -> String {
        self.skill.map_or_else(String::new, |skill| [&crate::words::quote(skill), ": "].concat())
    }
}

/// Collects the changes.
struct Differ<'d> {
    old: Side<'d>,
    new: Side<'d>,
    skills: PairedSkills<'d>,
    changes: Vec<CardChange>,
}

/// The skills of both cards by their ids. Of several with one id the first counts, as in a negotiation.
#[derive(Clone, Default)]
struct PairedSkills<'d> {
    gone: Vec<&'d Skill>,
    come: Vec<&'d Skill>,
    both: Vec<(&'d Skill, &'d Skill)>,
}

impl<'d> PairedSkills<'d> {
    fn of(old: &'d AgentCard, new: &'d AgentCard) -> Self {
        let names = |card: &'d AgentCard| Names::of(card.skills.iter().map(|skill| skill.id.as_str()));
        let (of_old, of_new) = (names(old), names(new));
        let mut paired = Self::default();
        for (place, skill) in old.skills.iter().enumerate() {
            if of_old.place(&skill.id) == Some(place) && of_new.place(&skill.id).is_none() {
                paired.gone.push(skill);
            }
        }
        for (place, skill) in new.skills.iter().enumerate() {
            if of_new.place(&skill.id) == Some(place) {
                match of_old.place(&skill.id).and_then(|place| old.skills.get(place)) {
                    Some(before) => paired.both.push((before, skill)),
                    None => paired.come.push(skill),
                }
            }
        }
        paired
    }
}

impl Differ<'_> {
    /// Notes a change, with what stands at its places. A place where nothing stands is none.
    fn change(
        &mut self,
        class: ChangeClass,
        about: About<'_>,
        old: Option<&Pointer>,
        new: Option<&Pointer>,
        message: &str,
    ) {
        let (old_pointer, old) = found(&self.old.source, old);
        let (new_pointer, new) = found(&self.new.source, new);
        let message = [&about.whose(), message].concat();
        let (step, skill) = (about.step, about.skill.map(str::to_owned));
        self.changes.push(CardChange { class, message, step, skill, old_pointer, new_pointer, old, new });
    }
}

fn found(source: &Json<'_>, pointer: Option<&Pointer>) -> (Option<Pointer>, Option<Json<'static>>) {
    let found = pointer.and_then(|pointer| Some((pointer.clone(), json::at(source, pointer)?.clone())));
    found.map(|(pointer, value)| (pointer, value.into_owned())).unzip()
}
