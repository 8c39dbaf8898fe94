//! Reading the texts, and judging what was read.

use a2a_negotiator::{CardReading, Intent, read_card, read_profile};

use super::Session;
use super::fixing::is_another_text;
use crate::judgement::{Judgement, Read, Side};
use crate::shared::Shared;

/// A skill that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SkillOption {
    /// Its id.
    pub(crate) id: String,
    /// Its name, where the card says one.
    pub(crate) name: Option<String>,
}

impl Session {
    /// Whether the card is not one that was edited, but another one that was put over it.
    pub(crate) fn is_another_card_than(&self, card: &str) -> bool {
        is_another_text(&self.card.text, card)
    }

    /// Whether what is shown was decided of earlier texts, since one of those that stand there cannot be read.
    pub(crate) const fn is_stale(&self) -> bool {
        self.card.error.is_some() || self.profile.error.is_some()
    }

    /// Reads both texts after the page has put them in place.
    pub(super) fn read_anew(&mut self) {
        self.fix_result = None;
        self.forget_fetch();
        self.forget_looks();
        self.read(Side::Card, false);
        self.read(Side::Profile, false);
    }

    /// Reads a text that has changed, and judges anew if it could be read.
    pub(super) fn read(&mut self, side: Side, by_hand: bool) {
        let error = match side {
            Side::Card => {
                let text = self.card.text.clone();
                match read_card(&text) {
                    Ok(reading) => {
                        self.take_skills(&reading, by_hand);
                        self.last_card = Some(Shared::new(Read { text, reading }));
                        None
                    }
                    Err(error) => Some(Shared::new(error)),
                }
            }
            Side::Profile => {
                let text = self.profile.text.clone();
                match read_profile(&text) {
                    Ok(reading) => {
                        self.last_profile = Some(Shared::new(Read { text, reading }));
                        None
                    }
                    Err(error) => Some(Shared::new(error)),
                }
            }
        };
        let readable = error.is_none();
        match side {
            Side::Card => self.card.error = error,
            Side::Profile => self.profile.error = error,
        }
        if readable {
            self.judge();
        }
    }

    /// Takes the skills of a card. Where the chosen one is gone because its id was edited, or because
    /// another card was pasted, the choice goes on to the skill in its place, so that a new card is not
    /// refused for the old one's skill.
    fn take_skills(&mut self, reading: &CardReading, by_hand: bool) {
        if by_hand && reading.card.is_none() {
            return;
        }
        let option =
            |skill: &a2a_negotiator::Skill| SkillOption { id: skill.id.clone(), name: skill.name.clone() };
        let skills: Vec<SkillOption> =
            reading.card.iter().flat_map(|card| card.skills.iter().map(option)).collect();
        if skills == *self.skills {
            return;
        }
        let position = |skills: &[SkillOption], id: &str| skills.iter().position(|skill| skill.id == id);
        if by_hand {
            let before = self.skill.as_deref().and_then(|id| position(&self.skills, id));
            let was_no_card = self.skills.is_empty();
            let is_gone = self.skill.as_deref().is_some_and(|id| position(&skills, id).is_none());
            if before.is_some() && is_gone || self.skill.is_none() && was_no_card {
                let next = before.and_then(|index| skills.get(index)).or(skills.first());
                self.skill = next.map(|skill| skill.id.clone());
            }
        }
        self.skills = Shared::new(skills);
    }

    /// Asks for no skill that the card does not have.
    pub(super) fn forget_unknown_skill(&mut self) {
        if !self.skills.iter().any(|skill| Some(&skill.id) == self.skill.as_ref()) {
            self.skill = None;
            self.judge();
        }
    }

    pub(super) fn judge(&mut self) {
        let (Some(card), Some(profile)) = (&self.last_card, &self.last_profile) else { return };
        let intent = Intent { skill: self.skill.clone(), task_class: self.task_class, ..Intent::default() };
        self.judgement = Some(Shared::new(Judgement::of(card, profile, intent)));
        self.lit.clear();
    }
}
