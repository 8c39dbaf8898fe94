//! Negotiability of a card for a client, without an intent: every path that is unreachable by itself, for
//! all classes of task.

use serde::Serialize;

use crate::Pointer;
use crate::card::CardReading;
use crate::intent::{Invariant, TaskClass};
use crate::negotiate::negotiability_of_skills;
use crate::profile::ProfileReading;

/// A path of a task that card and client cannot walk together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnreachablePath {
    /// The invariant that finds it unreachable.
    pub invariant: Invariant,
    /// The skill that it concerns; absent for the card's defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// The classes of task that go without this path, and are otherwise served.
    pub degrades: Vec<TaskClass>,
    /// The classes of task that need this path, and are refused.
    pub refuses: Vec<TaskClass>,
    /// What does not work.
    pub message: String,
    /// Where the reason stands in the card.
    pub card_pointers: Vec<Pointer>,
    /// Where the reason stands in the profile.
    pub profile_pointers: Vec<Pointer>,
}

/// Every path that is unreachable for this client, for the card's defaults and for each skill. A card can
/// be unnegotiable for one class of task and serve another. What is no card has none:
/// [`CardReading::require_card`] tells of it.
#[must_use]
pub fn check_negotiable(card: &CardReading, profile: &ProfileReading) -> Vec<UnreachablePath> {
    let Some(agent) = &card.card else { return Vec::new() };
    let mut paths: Vec<UnreachablePath> = Vec::new();
    let mut first_of_skill = 0;
    negotiability_of_skills(agent, &profile.profile, |skill, task_class, verdict| {
        if task_class == TaskClass::ALL[0] {
            first_of_skill = paths.len();
        }
        for found in verdict.unreachable() {
            let Some(invariant) = Invariant::of(found.code) else { continue };
            let of_skill = paths.get(first_of_skill..).unwrap_or_default();
            let known = of_skill.iter().position(|path| path.invariant == invariant);
            let index = known.map_or(paths.len(), |known| first_of_skill + known);
            if known.is_none() {
                paths.push(UnreachablePath {
                    invariant,
                    skill: skill.map(|skill| skill.id.clone()),
                    degrades: Vec::new(),
                    refuses: Vec::new(),
                    message: found.message.to_owned(),
                    card_pointers: found.card_pointers.to_vec(),
                    profile_pointers: found.profile_pointers.to_vec(),
                });
            }
            if let Some(path) = paths.get_mut(index) {
                let classes = if found.refuses { &mut path.refuses } else { &mut path.degrades };
                classes.push(task_class);
            }
        }
    });
    paths
}
