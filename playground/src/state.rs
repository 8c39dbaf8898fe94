//! All that the page knows, and the one pure function that changes it.
//!
//! Nothing is computed twice for one keystroke: a text is read when it changes, a negotiation is made
//! when a reading or the intent changes, and components get the result by reference.

mod action;
mod document;
mod fixing;
mod fold;
mod kept;
mod looks;
mod question;
mod reading;
mod set_aside;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use a2a_negotiator::{CardReading, ProfileReading, StepId, TaskClass};
use yew::Reducible;

use crate::fetch::Progress;
use crate::gallery::GALLERY;
use crate::judgement::{Judgement, Read, Side};
use crate::shared::Shared;
pub(crate) use action::{Action, View};
use document::Document;
pub(crate) use document::{Command, LastCommand};
use fixing::BeforeFix;
pub(crate) use fixing::{AppliedFix, FixResult};
pub(crate) use fold::Fold;
pub(crate) use question::Question;
pub(crate) use reading::SkillOption;
pub(crate) use set_aside::SetAside;

/// All that the page knows. Cheap to copy and to compare: what is long is shared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Session {
    /// The agent card.
    pub(crate) card: Document,
    /// The client profile.
    pub(crate) profile: Document,
    /// The entry of the gallery that the texts came from; none after a fetch.
    pub(crate) example: Option<usize>,
    /// The skill that the call is for.
    pub(crate) skill: Option<String>,
    /// The class of the task.
    pub(crate) task_class: TaskClass,
    /// The skills of the last card that could be read.
    pub(crate) skills: Shared<Vec<SkillOption>>,
    /// The outcome of the last texts that could be read.
    pub(crate) judgement: Option<Shared<Judgement>>,
    /// The step whose lines the editors show.
    pub(crate) chosen: Option<StepId>,
    /// The steps opened or closed by hand, in the order of the trace; the others open by themselves
    /// where they refuse.
    by_hand: [Option<bool>; StepId::TRACE.len()],
    /// Whether the card's interfaces are seen in a matrix, in place of the steps.
    pub(crate) matrix: bool,
    /// Whether the profile is seen as a form.
    pub(crate) form: bool,
    /// The outcome that what follows is compared with.
    pub(crate) pinned: Option<Shared<Judgement>>,
    /// The steps that read the line of the caret.
    pub(crate) lit: Vec<StepId>,
    /// What became of the last fix, and in which document.
    pub(crate) fix_result: Option<(Side, FixResult)>,
    /// The texts before a fix that is under way.
    before_fix: Option<BeforeFix>,
    /// What can be had back, the last first.
    pub(crate) set_aside: Vec<Shared<SetAside>>,
    /// How far a fetch has come.
    pub(crate) fetch: Progress,
    /// Why a link could not be opened.
    pub(crate) link_problem: Option<String>,
    /// The card as it was last, before it was emptied or replaced: whatever is like it is still the same one.
    card_seen: Shared<str>,
    /// The how many-th card it is that is looked at: what was tried out on another one is forgotten.
    pub(crate) card_number: u32,
    /// Which parts about the call are open.
    unfolded: [bool; Fold::ALL.len()],
    /// What a narrow window shows.
    pub(crate) view: View,
    /// What is asked about the documents.
    pub(crate) question: Question,
    last_card: Option<Shared<Read<CardReading>>>,
    last_profile: Option<Shared<Read<ProfileReading>>>,
}

impl Default for Session {
    /// With the first entry of the gallery.
    fn default() -> Self {
        let mut session = Self::unread(None);
        session.read_next(Side::Card);
        session.read_next(Side::Profile);
        session
    }
}

impl Session {
    /// The page as it opens, with texts that are yet to be read: those of a draft, where there is one that can be
    /// opened, else those of the first entry of the gallery.
    pub(crate) fn unread(draft: Option<&str>) -> Self {
        let mut session = Self {
            card: Document::empty(),
            profile: Document::empty(),
            example: None,
            skill: None,
            task_class: TaskClass::default(),
            skills: Shared::new(Vec::new()),
            judgement: None,
            chosen: None,
            by_hand: Default::default(),
            matrix: false,
            form: false,
            pinned: None,
            lit: Vec::new(),
            fix_result: None,
            before_fix: None,
            set_aside: Vec::new(),
            fetch: Progress::NotYet,
            link_problem: None,
            card_seen: Shared::<str>::from(""),
            card_number: 1,
            unfolded: Default::default(),
            view: View::Decision,
            question: Question::default(),
            last_card: None,
            last_profile: None,
        };
        if draft.is_none_or(|draft| !session.take_draft(draft)) {
            session.take_example(0);
        }
        session.card_seen = session.card.text.clone();
        session
    }

    /// Reads one of the texts that the page opens with. Both are judged after the second.
    pub(crate) fn read_next(&mut self, side: Side) {
        self.read(side, false);
        self.reveal_refusal();
    }
}

impl Reducible for Session {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        // Most movements of the caret change nothing, and then nothing is drawn again.
        if let Action::CaretMoved(side, line) = &action
            && self.readers(*side, *line) == self.lit
        {
            return self;
        }
        let mut next = (*self).clone();
        next.act(action);
        Rc::new(next)
    }
}

impl Session {
    /// The document of a side.
    pub(crate) const fn document(&self, side: Side) -> &Document {
        match side {
            Side::Card => &self.card,
            Side::Profile => &self.profile,
        }
    }

    const fn document_mut(&mut self, side: Side) -> &mut Document {
        match side {
            Side::Card => &mut self.card,
            Side::Profile => &mut self.profile,
        }
    }

    /// Whether a part that is folded away at first is open.
    pub(crate) fn is_unfolded(&self, fold: Fold) -> bool {
        Fold::ALL.into_iter().zip(self.unfolded).any(|(other, is_open)| other == fold && is_open)
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Edited(side, text) => {
                self.document_mut(side).text = text;
                self.follow_fix(side);
                if side == Side::Card {
                    self.follow_card();
                }
                self.read(side, true);
            }
            Action::CaretMoved(side, line) => self.lit = self.readers(side, line),
            Action::ExampleChosen(index) => {
                let before = self.about_to_replace();
                self.show_example(index);
                self.put_aside(before);
                self.reveal_refusal();
            }
            Action::FetchWent(progress) => self.fetch = progress,
            Action::CardFetched { url, missed, text } => {
                let before = self.about_to_replace();
                self.fetch = Progress::Done { url, missed };
                self.put_card(&text);
                self.put_aside(before);
            }
            Action::Opened(kept) => {
                let before = self.about_to_replace();
                if self.open(&kept) {
                    self.link_problem = None;
                    self.put_aside(before);
                } else {
                    self.link_problem =
                        Some("The link holds no card and profile that this page can open.".into());
                }
            }
            Action::LinkFailed(why) => self.link_problem = Some(why),
            Action::LinkProblemDismissed => self.link_problem = None,
            Action::SkillChosen(skill) => {
                self.skill = skill;
                self.judge();
                self.reveal_refusal();
            }
            Action::TaskClassChosen(class) => {
                self.task_class = class;
                self.judge();
                self.reveal_refusal();
            }
            Action::StepToggled(id) => self.toggle(id),
            Action::AllStepsToggled => {
                let open = !self.all_open();
                self.by_hand = [Some(open); StepId::TRACE.len()];
                if !open {
                    self.chosen = None;
                }
            }
            Action::FormToggled => self.form = !self.form,
            Action::MatrixToggled => self.matrix = !self.matrix,
            Action::PinToggled => {
                self.pinned = if self.pinned.is_some() { None } else { self.judgement.clone() };
            }
            Action::PlaceChosen(side, offset) => self.reveal(side, offset, true),
            Action::FixChosen(fix) => {
                let side = Side::of(fix.target);
                self.before_fix = Some(self.before_fix(side));
                self.show(side);
                self.document_mut(side).tell(Command::Apply(fix));
            }
            Action::FixTakenBack(side) => self.document_mut(side).tell(Command::TakeBack),
            Action::CommandDone(side, command, done) => {
                let result = match command {
                    Command::Apply(fix) if done => self.applied(fix),
                    Command::Patch(_) if done => return,
                    Command::Apply(_) | Command::Patch(_) => FixResult::DoesNotFit,
                    Command::TakeBack if done => FixResult::TakenBack,
                    Command::TakeBack => FixResult::Stays,
                    Command::Reveal { .. } => return,
                };
                self.fix_result = Some((side, result));
            }
            Action::Folded(fold, is_open) => {
                let folds = Fold::ALL.into_iter().zip(&mut self.unfolded);
                folds.filter(|(other, _)| *other == fold).for_each(|(_, open)| *open = is_open);
            }
            Action::ViewChosen(view) => self.view = view,
            Action::QuestionAsked(question) => self.question = question,
            Action::WentTo(question, view) => (self.question, self.view) = (question, view),
            Action::CardPatched(patch) => {
                self.view = View::Card;
                self.card.tell(Command::Patch(patch));
            }
            Action::Put(side, text) => self.put(side, &text),
            Action::Restored(set_aside) => self.restore(&set_aside),
            Action::SetAsideDismissed(set_aside) => self.set_aside.retain(|other| *other != set_aside),
        }
    }

    /// Another card that somebody puts over this one is looked at from its verdict on, and is for no class of task that
    /// came with an example.
    fn follow_card(&mut self) {
        if !self.is_another_card_than(&self.card_seen) {
            self.card_seen = self.card.text.clone();
        } else if !self.card.text.trim().is_empty() {
            self.forget_fetch();
            self.forget_looks();
            self.forget_class_of_example();
        }
    }

    /// What an example is for, another card is not.
    fn forget_class_of_example(&mut self) {
        let of_example = self.example.and_then(|index| GALLERY.get(index));
        if of_example.is_some_and(|example| example.intent.task_class == self.task_class) {
            self.task_class = TaskClass::default();
        }
    }

    /// What came of a fetch is of no interest once another card stands there.
    fn forget_fetch(&mut self) {
        if !matches!(self.fetch, Progress::UnderWay(_)) {
            self.fetch = Progress::NotYet;
        }
    }

    fn show_example(&mut self, index: usize) {
        self.take_example(index);
        self.read_anew();
    }

    /// Takes the texts of an entry of the gallery, yet to be read.
    fn take_example(&mut self, index: usize) {
        let Some(example) = GALLERY.get(index) else { return };
        self.card.put(&example.card, false);
        self.profile.put(&example.profile, false);
        self.example = Some(index);
        self.skill.clone_from(&example.intent.skill);
        self.task_class = example.intent.task_class;
    }
}
