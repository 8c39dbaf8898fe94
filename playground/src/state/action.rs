//! What can happen to the page.

use a2a_negotiator::{Fix, StepId, TaskClass};

use super::document::Command;
use super::fold::Fold;
use super::question::Question;
use super::set_aside::SetAside;
use crate::fetch::Progress;
use crate::judgement::Side;
use crate::shared::Shared;

/// What somebody does, or what comes of it.
#[derive(Debug)]
pub(crate) enum Action {
    /// A text was edited by hand.
    Edited(Side, Shared<str>),
    /// The caret came to rest on a line, counted from 1.
    CaretMoved(Side, usize),
    /// An entry of the gallery was chosen.
    ExampleChosen(usize),
    /// A fetch of a card has come so far.
    FetchWent(Progress),
    /// A card came from the network, from an address, perhaps after another one that had none.
    CardFetched {
        /// The address.
        url: String,
        /// Whether there was none at the place before.
        missed: bool,
        /// The card.
        text: String,
    },
    /// Something was kept, and is to be opened: what a link holds.
    Opened(String),
    /// A link cannot be opened; a sentence says why.
    LinkFailed(String),
    /// That has been read.
    LinkProblemDismissed,
    /// A skill was chosen, or none.
    SkillChosen(Option<String>),
    /// A class of task was chosen.
    TaskClassChosen(TaskClass),
    /// A step of the ladder was opened or closed.
    StepToggled(StepId),
    /// All steps of the ladder were opened or closed.
    AllStepsToggled,
    /// The steps, or a matrix of the card's interfaces in their place, were asked for.
    MatrixToggled,
    /// The profile was asked for as a form, or as JSON again.
    FormToggled,
    /// The outcome was pinned, for what follows to be compared with, or let go.
    PinToggled,
    /// A place in a text is to be shown: a UTF-16 offset.
    PlaceChosen(Side, usize),
    /// A fix is to be applied to the text of its side.
    FixChosen(Shared<Fix>),
    /// The fix that was applied to a text is to be taken back.
    FixTakenBack(Side),
    /// An editor did as it was told, or could not.
    CommandDone(Side, Command, bool),
    /// A part about the call was opened, or closed.
    Folded(Fold, bool),
    /// Another part of the page is to be seen, where there is room for one only.
    ViewChosen(View),
    /// Something is asked about the documents.
    QuestionAsked(Question),
    /// The browser has gone back, or forward, to a question and a part of the page.
    WentTo(Question, View),
    /// A view has a JSON Patch that is to be applied to the card.
    CardPatched(Shared<str>),
    /// A view has a text that is to be decided on.
    Put(Side, String),
    /// What was set aside is wanted back.
    Restored(Shared<SetAside>),
    /// What was set aside is not wanted back.
    SetAsideDismissed(Shared<SetAside>),
}

/// The parts of the page of which a narrow window shows one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The decision.
    Decision,
    /// The agent card.
    Card,
    /// The client profile.
    Profile,
}

impl View {
    /// Its name among the page's styles, and in the browser's history.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Card => "card",
            Self::Profile => "profile",
        }
    }

    /// The view of a name; the decision where it is of none.
    pub(crate) fn named(name: &str) -> Self {
        let others = [Self::Card, Self::Profile];
        others.into_iter().find(|view| view.as_str() == name).unwrap_or(Self::Decision)
    }
}

impl From<Side> for View {
    fn from(side: Side) -> Self {
        match side {
            Side::Card => Self::Card,
            Side::Profile => Self::Profile,
        }
    }
}
