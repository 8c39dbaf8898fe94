//! Negotiability of a card for a client, without an intent: every path that is unreachable by itself, for
//! all classes of task.

use serde::Serialize;

use crate::card::CardReading;
use crate::intent::{Intent, Invariant, Options, TaskClass};
use crate::negotiate::negotiate;
use crate::profile::ProfileReading;
use crate::{Decision, Pointer, StepId};

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
/// be unnegotiable for one class of task and serve another.
#[must_use]
pub fn check_negotiable(card: &CardReading, profile: &ProfileReading) -> Vec<UnreachablePath> {
    let Some(agent) = &card.card else { return Vec::new() };
    let options = Options { fixes: false, ..Options::default() };
    let skills = std::iter::once(None).chain(agent.skills.iter().map(|skill| Some(skill.id.clone())));
    let mut paths: Vec<UnreachablePath> = Vec::new();
    for skill in skills {
        let first_of_skill = paths.len();
        for task_class in TaskClass::ALL {
            let intent = Intent { skill: skill.clone(), task_class, ..Intent::default() };
            let outcome = negotiate(card, profile, &intent, &options);
            let refusal = outcome.steps.iter().find_map(|step| match &step.rejection {
                Some(rejection) if step.id == StepId::Negotiability => Some(rejection),
                _ => None,
            });
            let degraded = outcome.degradations.iter().filter_map(|degradation| {
                let invariant = Invariant::of(&degradation.code)?;
                Some((
                    invariant,
                    Decision::Accept,
                    &degradation.message,
                    &degradation.card_pointers,
                    &degradation.profile_pointers,
                ))
            });
            let refused = refusal.and_then(|rejection| {
                let invariant = Invariant::of(rejection.code.as_str())?;
                Some((
                    invariant,
                    Decision::Reject,
                    &rejection.message,
                    &rejection.card_pointers,
                    &rejection.profile_pointers,
                ))
            });
            for (invariant, decision, message, card_pointers, profile_pointers) in degraded.chain(refused) {
                let of_skill = paths.get(first_of_skill..).unwrap_or_default();
                let known = of_skill.iter().position(|path| path.invariant == invariant);
                let index = known.map_or(paths.len(), |known| first_of_skill + known);
                if known.is_none() {
                    paths.push(UnreachablePath {
                        invariant,
                        skill: skill.clone(),
                        degrades: Vec::new(),
                        refuses: Vec::new(),
                        message: message.clone(),
                        card_pointers: card_pointers.clone(),
                        profile_pointers: profile_pointers.clone(),
                    });
                }
                if let Some(path) = paths.get_mut(index) {
                    let classes =
                        if decision == Decision::Accept { &mut path.degrades } else { &mut path.refuses };
                    classes.push(task_class);
                }
            }
        }
    }
    paths
}
