//! What somebody has written and the page has replaced, to be had back.

use a2a_json::{Json, Object};

use super::Session;
use crate::judgement::Side;
use crate::shared::Shared;

/// Edited texts that the page has replaced, to be had back.
#[derive(Clone, Debug)]
pub(crate) struct SetAside {
    /// All that the page held, in the form of a draft.
    kept: Json<'static>,
    /// Whether the card was edited, and is gone.
    pub(crate) card_was_edited: bool,
    /// Whether the profile was edited, and is gone.
    pub(crate) profile_was_edited: bool,
}

/// What holds it within a draft, and says there what was edited.
const NAME: &str = "setAside";
const CARD: &str = "cardWasEdited";
const PROFILE: &str = "profileWasEdited";

/// Texts that the page is about to replace.
pub(super) struct Replaced {
    set_aside: SetAside,
    card: Shared<str>,
    profile: Shared<str>,
}

impl Session {
    /// What is to be had back, should the edited texts be gone after what is about to happen.
    pub(super) fn about_to_replace(&self) -> Option<Replaced> {
        let card_was_edited = !self.card.is_pristine();
        let profile_was_edited = !self.profile.is_pristine();
        (card_was_edited || profile_was_edited).then(|| {
            let kept = Json::from(self.kept_object()).into_owned();
            let set_aside = SetAside { kept, card_was_edited, profile_was_edited };
            Replaced { set_aside, card: self.card.text.clone(), profile: self.profile.text.clone() }
        })
    }

    /// Keeps what was replaced. A text that is there again, or that was empty, is no loss to anybody.
    pub(super) fn put_aside(&mut self, replaced: Option<Replaced>) {
        let Some(Replaced { mut set_aside, card, profile }) = replaced else { return };
        let is_gone = |before: &str, now: &str| before != now && !before.trim().is_empty();
        set_aside.card_was_edited &= is_gone(&card, &self.card.text);
        set_aside.profile_was_edited &= is_gone(&profile, &self.profile.text);
        if set_aside.card_was_edited || set_aside.profile_was_edited {
            self.set_aside = Some(Shared::new(set_aside));
        }
    }

    pub(super) fn restore(&mut self) {
        let Some(set_aside) = self.set_aside.take() else { return };
        if self.take_kept(&set_aside.kept).is_none() {
            return;
        }
        let edited = [(Side::Card, set_aside.card_was_edited), (Side::Profile, set_aside.profile_was_edited)];
        for (side, was_edited) in edited {
            self.document_mut(side).put_is_work = was_edited;
        }
        self.read_anew();
    }
}

impl SetAside {
    /// Adds it to a draft.
    pub(super) fn add_to(&self, draft: &mut Object<'_>) {
        let mut kept = self.kept.clone();
        if let Some(kept) = kept.as_object_mut() {
            kept.insert(CARD, self.card_was_edited);
            kept.insert(PROFILE, self.profile_was_edited);
        }
        draft.insert(NAME, kept);
    }

    /// Takes it from a draft.
    pub(super) fn of(draft: &Json<'_>) -> Option<Self> {
        let kept = draft.part(NAME)?.clone().into_owned();
        let was = |name| kept.part(name).and_then(Json::as_bool).unwrap_or_default();
        let (card_was_edited, profile_was_edited) = (was(CARD), was(PROFILE));
        Some(Self { kept, card_was_edited, profile_was_edited })
    }
}
