//! What somebody looks at: which steps are open, which is chosen, and where the editors are.

use a2a_negotiator::{StepId, StepStatus};

use super::{Command, Session, View};
use crate::judgement::Side;

impl Session {
    /// Whether a step shows its candidates.
    pub(crate) fn is_open(&self, id: StepId) -> bool {
        let by_hand =
            StepId::TRACE.iter().position(|step| *step == id).and_then(|index| self.by_hand.get(index));
        by_hand.copied().flatten().unwrap_or_else(|| {
            let step = self.judgement.as_ref().and_then(|judgement| judgement.step(id));
            step.is_some_and(|step| step.status == StepStatus::Rejected)
        })
    }

    /// Whether all steps show their candidates.
    pub(crate) fn all_open(&self) -> bool {
        StepId::TRACE.iter().all(|id| self.is_open(*id))
    }

    /// Opens a step and moves the editors to it; closes one that is open and chosen already.
    pub(super) fn toggle(&mut self, id: StepId) {
        let closes = self.is_open(id) && self.chosen == Some(id);
        if let Some(index) = StepId::TRACE.iter().position(|step| *step == id)
            && let Some(by_hand) = self.by_hand.get_mut(index)
        {
            *by_hand = Some(!closes);
        }
        if closes {
            self.chosen = None;
            return;
        }
        self.chosen = Some(id);
        let Some(judgement) = self.judgement.clone() else { return };
        for side in [Side::Card, Side::Profile] {
            if let Some(place) = judgement.first_place(side, id) {
                self.reveal(side, place.key.offset, false);
            }
        }
    }

    /// Moves the editors to what the refusal is about, where there is one. Only after what is not done in
    /// an editor: nobody is moved while typing.
    pub(super) fn reveal_refusal(&mut self) {
        let Some(judgement) = self.judgement.clone() else { return };
        for side in [Side::Card, Side::Profile] {
            if let Some(place) = judgement.refusal_place(side)
                && self.document(side).error.is_none()
            {
                self.reveal(side, place.key.offset, false);
            }
        }
    }

    pub(super) fn reveal(&mut self, side: Side, offset: usize, focus: bool) {
        self.document_mut(side).tell(Command::Reveal { offset, focus });
        if focus {
            self.show(side);
        }
    }

    /// Shows a document as text, in a narrow window too.
    pub(super) const fn show(&mut self, side: Side) {
        self.view = match side {
            Side::Card => View::Card,
            Side::Profile => {
                self.form = false;
                View::Profile
            }
        };
    }

    /// The steps that read a line. Of a text that cannot be read nothing is known.
    pub(super) fn readers(&self, side: Side, line: usize) -> Vec<StepId> {
        match &self.judgement {
            Some(judgement) if self.document(side).error.is_none() => judgement.readers(side, line),
            _ => Vec::new(),
        }
    }

    /// Forgets what was looked at about another card.
    pub(super) fn forget_looks(&mut self) {
        self.card_number += 1;
        self.card_seen = self.card.text.clone();
        self.chosen = None;
        self.by_hand = Default::default();
        self.lit.clear();
    }
}
