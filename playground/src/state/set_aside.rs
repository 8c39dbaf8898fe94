//! What somebody has written and the page has replaced, to be had back.

use a2a_negotiator::TaskClass;

use super::Session;
use crate::shared::Shared;

/// Edited texts that the page has replaced, to be had back.
#[derive(Clone, Debug)]
pub(crate) struct SetAside {
    card: Shared<str>,
    profile: Shared<str>,
    example: Option<usize>,
    skill: Option<String>,
    task_class: TaskClass,
    /// Whether the card was edited.
    pub(crate) card_was_edited: bool,
    /// Whether the profile was edited.
    pub(crate) profile_was_edited: bool,
}

impl Session {
    /// Keeps edited texts that are about to be replaced.
    pub(super) fn put_aside(&mut self) {
        let card_was_edited = !self.card.is_pristine();
        let profile_was_edited = !self.profile.is_pristine();
        if card_was_edited || profile_was_edited {
            self.set_aside = Some(Shared::new(SetAside {
                card: self.card.text.clone(),
                profile: self.profile.text.clone(),
                example: self.example,
                skill: self.skill.clone(),
                task_class: self.task_class,
                card_was_edited,
                profile_was_edited,
            }));
        }
    }

    pub(super) fn restore(&mut self) {
        let Some(kept) = self.set_aside.take() else { return };
        self.card.put(&kept.card, kept.card_was_edited);
        self.profile.put(&kept.profile, kept.profile_was_edited);
        self.example = kept.example;
        self.skill.clone_from(&kept.skill);
        self.task_class = kept.task_class;
        self.read_anew();
    }
}
