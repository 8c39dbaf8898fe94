//! The look-up of the skill, before the five steps.

use super::Context;
use super::trace::{Stepped, Trace, candidate, refusal};
use crate::card::{AgentCard, Skill};
use crate::intent::Intent;
use crate::limits::MAX_ENTRIES;
use crate::outcome::CandidateStatus;
use crate::words::{list, quote};
use crate::{RejectionCode, StepId, similar};

/// What the look-up found.
#[derive(Clone, Copy)]
pub(super) enum SkillChoice<'a> {
    /// The intent names no skill: the card's defaults hold.
    NotAsked,
    /// The skill.
    Found(&'a Skill),
    /// The card has no such skill.
    Unknown,
}

impl<'a> SkillChoice<'a> {
    pub(super) fn of(card: &'a AgentCard, intent: &Intent) -> Self {
        match &intent.skill {
            None => Self::NotAsked,
            Some(id) => card.skill(id).map_or(Self::Unknown, Self::Found),
        }
    }

    pub(super) const fn found(&self) -> Option<&'a Skill> {
        match self {
            Self::Found(skill) => Some(skill),
            Self::NotAsked | Self::Unknown => None,
        }
    }

    pub(super) const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }
}

pub(super) fn step(context: &Context<'_>) -> Stepped<()> {
    let mut trace = Trace::new(StepId::Skill, context.options.trace);
    let asked = context.intent.skill.as_deref().unwrap_or_default();
    match context.skill {
        SkillChoice::NotAsked => {
            trace.skipped((), "no skill is named, so that the card's defaults and the card's security hold")
        }
        SkillChoice::Found(skill) => {
            trace.look(|| {
                let reason = match &skill.name {
                    Some(name) => format!("it is called {}", quote(name)),
                    None => "the card has it".into(),
                };
                candidate(
                    CandidateStatus::Taken,
                    quote(&skill.id),
                    reason,
                    vec![skill.pointer.clone()],
                    Vec::new(),
                )
            });
            trace.passed((), |()| format!("{} is a skill of this agent", quote(asked)))
        }
        SkillChoice::Unknown => {
            let ids = || context.card.skills.iter().map(|skill| skill.id.as_str());
            let meant = similar::nearest(asked, ids());
            for skill in &context.card.skills {
                trace.look(|| {
                    let reason = if meant == Some(skill.id.as_str()) {
                        "it is near, and ids are compared exactly"
                    } else {
                        "it has another id"
                    };
                    candidate(
                        CandidateStatus::PassedOver,
                        quote(&skill.id),
                        reason,
                        vec![skill.pointer.clone()],
                        Vec::new(),
                    )
                });
            }
            let mut rejection = refusal(RejectionCode::UnknownSkill);
            rejection.message = if asked.is_empty() {
                "the intent names a skill by an empty id, which no skill has".into()
            } else if context.card.skills.is_empty() {
                format!("the card has no skill {}: it lists no skills at all", quote(asked))
            } else {
                format!("the card has no skill {}: it has {}", quote(asked), list(ids(), "and"))
            };
            rejection.help = match meant {
                Some(meant) => format!("did you mean {}?", quote(meant)),
                None => "name one of the card's skills, or none to use the card's defaults".into(),
            };
            rejection.values.insert("asked".into(), vec![asked.to_owned()]);
            rejection.values.insert("card".into(), ids().take(MAX_ENTRIES).map(str::to_owned).collect());
            rejection.card_pointers = vec!["/skills".into()];
            trace.rejected(rejection)
        }
    }
}
