//! What somebody has written and the page has replaced, to be had back.

use a2a_json::{Json, Object};

use super::Session;
use crate::judgement::Side;
use crate::shared::Shared;

/// How many times texts are replaced before the first of them are forgotten.
const MOST: usize = 5;

/// How many bytes are kept of all of them, so that there is room for a draft with them; the last one always is.
const MOST_BYTES: usize = 200_000;

/// Edited texts that the page has replaced, to be had back.
#[derive(Clone, Debug)]
pub(crate) struct SetAside {
    /// All that the page held, in the form of a draft.
    kept: Json<'static>,
    /// How long that is as a text.
    bytes: usize,
    /// The name that the card had, if it could be read.
    pub(crate) card_name: Option<String>,
    /// Whether the card was edited, and is gone.
    pub(crate) card_was_edited: bool,
    /// Whether the profile was edited, and is gone.
    pub(crate) profile_was_edited: bool,
}

/// What holds it within a draft, and says there what was edited.
const NAME: &str = "setAside";
const CARD: &str = "cardWasEdited";
const PROFILE: &str = "profileWasEdited";
const CARD_NAME: &str = "cardName";

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
            let bytes = kept.to_text().len();
            let read = self.last_card.as_ref().filter(|_| self.card.error.is_none());
            let card_name = read.and_then(|read| read.reading.card.as_ref()?.name.clone());
            let set_aside = SetAside { kept, bytes, card_name, card_was_edited, profile_was_edited };
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
            self.set_aside.retain(|other| other.kept != set_aside.kept);
            self.set_aside.insert(0, Shared::new(set_aside));
            let mut bytes = 0;
            let fits = self.set_aside.iter().take(MOST).take_while(|one| {
                bytes += one.bytes;
                bytes <= MOST_BYTES
            });
            let number = fits.count().max(1);
            self.set_aside.truncate(number);
        }
    }

    /// Brings one back. What it takes the place of is set aside in its turn.
    pub(super) fn restore(&mut self, set_aside: &Shared<SetAside>) {
        let before = self.about_to_replace();
        if self.take_kept(&set_aside.kept).is_none() {
            return;
        }
        self.set_aside.retain(|other| other != set_aside);
        let edited = [(Side::Card, set_aside.card_was_edited), (Side::Profile, set_aside.profile_was_edited)];
        for (side, was_edited) in edited {
            self.document_mut(side).put_is_work = was_edited;
        }
        self.read_anew();
        self.put_aside(before);
    }
}

impl SetAside {
    /// Adds all of them to a draft.
    pub(super) fn add_to(all: &[Shared<Self>], draft: &mut Object<'_>) {
        let one = |one: &Shared<Self>| {
            let mut kept = one.kept.clone();
            if let Some(kept) = kept.as_object_mut() {
                kept.insert(CARD, one.card_was_edited);
                kept.insert(PROFILE, one.profile_was_edited);
                if let Some(name) = &one.card_name {
                    kept.insert(CARD_NAME, name.clone());
                }
            }
            kept
        };
        if !all.is_empty() {
            draft.insert(NAME, all.iter().map(one).collect::<Vec<_>>());
        }
    }

    /// Takes them from a draft.
    pub(super) fn of(draft: &Json<'_>) -> Vec<Shared<Self>> {
        let all = draft.part(NAME).and_then(Json::as_array);
        all.into_iter().flatten().take(MOST).map(|kept| Shared::new(Self::taken(kept))).collect()
    }

    fn taken(kept: &Json<'_>) -> Self {
        let mut kept = kept.clone().into_owned();
        let bytes = kept.to_text().len();
        let was = |name| kept.part(name).and_then(Json::as_bool).unwrap_or_default();
        let (card_was_edited, profile_was_edited) = (was(CARD), was(PROFILE));
        let card_name = kept.part(CARD_NAME).and_then(Json::as_str).map(str::to_owned);
        if let Some(kept) = kept.as_object_mut() {
            for name in [CARD, PROFILE, CARD_NAME] {
                kept.remove(name);
            }
        }
        Self { kept, bytes, card_name, card_was_edited, profile_was_edited }
    }
}
