//! All that the page knows, and the one pure function that changes it.
//!
//! Nothing is computed twice for one keystroke: a text is read when it changes, a negotiation is made
//! when a reading or the intent changes, and components get the result by reference.

mod action;
mod call_view;
mod document;
mod kept;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use a2a_negotiator::{
    CardReading, Fix, Intent, ProfileReading, StepId, StepStatus, TaskClass, read_card, read_profile,
};
use yew::Reducible;

use crate::fetch::Progress;
use crate::gallery::GALLERY;
use crate::judgement::{Judgement, Read, Side};
use crate::shared::Shared;
pub(crate) use action::{Action, View};
use call_view::CallView;
pub(crate) use call_view::{CallAction, Fold};
use document::Document;
pub(crate) use document::{Command, LastCommand};

/// Lines of a card that are shorter than this stand in any other card as well.
const TELLING_CHARACTERS: usize = 12;

/// A skill that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SkillOption {
    /// Its id.
    pub(crate) id: String,
    /// Its name, where the card says one.
    pub(crate) name: Option<String>,
}

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

/// What became of a fix. Said until the text is edited again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FixResult {
    /// It was applied, and can be taken back.
    Applied(Shared<Fix>),
    /// It was taken back.
    TakenBack,
    /// It does not fit the text.
    DoesNotFit,
}

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
    /// The steps that read the line of the caret.
    pub(crate) lit: Vec<StepId>,
    /// What became of the last fix, and in which document.
    pub(crate) fix_result: Option<(Side, FixResult)>,
    /// What can be had back.
    pub(crate) set_aside: Option<Shared<SetAside>>,
    /// How far a fetch has come.
    pub(crate) fetch: Progress,
    /// Why a link could not be opened.
    pub(crate) link_problem: Option<String>,
    /// What is looked at about the call.
    pub(crate) call: CallView,
    /// Which of its parts are open.
    unfolded: [bool; Fold::ALL.len()],
    /// What a narrow window shows.
    pub(crate) view: View,
    last_card: Option<Shared<Read<CardReading>>>,
    last_profile: Option<Shared<Read<ProfileReading>>>,
}

impl Default for Session {
    /// The page as it opens: with the first entry of the gallery.
    fn default() -> Self {
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
            lit: Vec::new(),
            fix_result: None,
            set_aside: None,
            fetch: Progress::NotYet,
            link_problem: None,
            call: CallView::default(),
            unfolded: Default::default(),
            view: View::Decision,
            last_card: None,
            last_profile: None,
        };
        session.show_example(0);
        session
    }
}

impl Session {
    /// The page with a draft, where there is one that can be opened.
    pub(crate) fn with_draft(draft: Option<&str>) -> Self {
        let mut session = Self::default();
        if let Some(draft) = draft {
            session.open(draft);
        }
        session
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

    /// Whether a part that is folded away at first is open.
    pub(crate) fn is_unfolded(&self, fold: Fold) -> bool {
        Fold::ALL.into_iter().zip(self.unfolded).any(|(other, is_open)| other == fold && is_open)
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Edited(side, text) => {
                self.document_mut(side).text = text;
                self.forget_fix(side);
                if side == Side::Card && self.is_another_card_than(&self.card.put) {
                    self.forget_fetch();
                }
                self.read(side, true);
            }
            Action::CaretMoved(side, line) => self.lit = self.readers(side, line),
            Action::ExampleChosen(index) => {
                self.put_aside();
                self.show_example(index);
                self.reveal_refusal();
            }
            Action::FetchWent(progress) => self.fetch = progress,
            Action::CardFetched { url, missed, text } => {
                self.put_aside();
                self.card.put(&text, false);
                self.fetch = Progress::Done { url, missed };
                self.fix_result = None;
                self.example = None;
                self.skill = None;
                self.forget_looks();
                self.read(Side::Card, false);
                if self.card.error.is_none() {
                    self.skill = self.skills.first().map(|skill| skill.id.clone());
                    self.judge();
                    self.reveal_refusal();
                }
            }
            Action::Opened(kept) => {
                let before = self.set_aside.clone();
                self.put_aside();
                if self.open(&kept) {
                    self.link_problem = None;
                } else {
                    self.set_aside = before;
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
            Action::PlaceChosen(side, offset) => self.reveal(side, offset, true),
            Action::FixChosen(fix) => {
                let side = Side::of(fix.target);
                self.view = side.into();
                self.document_mut(side).tell(Command::Apply(fix));
            }
            Action::FixTakenBack(side) => self.document_mut(side).tell(Command::Undo),
            Action::CommandDone(side, command, done) => {
                let result = match command {
                    Command::Apply(fix) if done => FixResult::Applied(fix),
                    Command::Apply(_) => FixResult::DoesNotFit,
                    Command::Undo => FixResult::TakenBack,
                    Command::Reveal { .. } => return,
                };
                self.fix_result = Some((side, result));
            }
            Action::Folded(fold, is_open) => {
                let folds = Fold::ALL.into_iter().zip(&mut self.unfolded);
                folds.filter(|(other, _)| *other == fold).for_each(|(_, open)| *open = is_open);
            }
            Action::OfCall(action) => self.call.act(action),
            Action::ViewChosen(view) => self.view = view,
            Action::Restored => self.restore(),
            Action::SetAsideDismissed => self.set_aside = None,
        }
    }

    /// Opens a step and moves the editors to it; closes one that is open and chosen already.
    fn toggle(&mut self, id: StepId) {
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
    fn reveal_refusal(&mut self) {
        let Some(judgement) = self.judgement.clone() else { return };
        for side in [Side::Card, Side::Profile] {
            if let Some(place) = judgement.refusal_place(side)
                && self.document(side).error.is_none()
            {
                self.reveal(side, place.key.offset, false);
            }
        }
    }

    fn reveal(&mut self, side: Side, offset: usize, focus: bool) {
        self.document_mut(side).tell(Command::Reveal { offset, focus });
        if focus {
            self.view = side.into();
        }
    }

    /// The steps that read a line. Of a text that cannot be read nothing is known.
    fn readers(&self, side: Side, line: usize) -> Vec<StepId> {
        match &self.judgement {
            Some(judgement) if self.document(side).error.is_none() => judgement.readers(side, line),
            _ => Vec::new(),
        }
    }

    /// Forgets what was looked at about another card.
    fn forget_looks(&mut self) {
        self.call = CallView::default();
        self.chosen = None;
        self.by_hand = Default::default();
        self.lit.clear();
    }

    /// What became of a fix is of no interest once its text has been edited.
    fn forget_fix(&mut self, side: Side) {
        if self.fix_result.as_ref().is_some_and(|(of, _)| *of == side) {
            self.fix_result = None;
        }
    }

    /// Keeps edited texts that are about to be replaced.
    fn put_aside(&mut self) {
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

    fn restore(&mut self) {
        let Some(kept) = self.set_aside.take() else { return };
        self.card.put(&kept.card, kept.card_was_edited);
        self.profile.put(&kept.profile, kept.profile_was_edited);
        self.example = kept.example;
        self.skill.clone_from(&kept.skill);
        self.task_class = kept.task_class;
        self.read_anew();
    }

    /// Reads both texts after the page has put them in place.
    fn read_anew(&mut self) {
        self.fix_result = None;
        self.forget_fetch();
        self.forget_looks();
        self.read(Side::Card, false);
        self.read(Side::Profile, false);
    }

    /// What came of a fetch is of no interest once another card stands there.
    fn forget_fetch(&mut self) {
        if !matches!(self.fetch, Progress::UnderWay(_)) {
            self.fetch = Progress::NotYet;
        }
    }

    /// Whether the card is not one that was edited, but another one that was put over it.
    pub(crate) fn is_another_card_than(&self, card: &str) -> bool {
        let (mut lines, mut left) = (0_usize, 0_usize);
        for line in card.lines().map(str::trim).filter(|line| line.len() >= TELLING_CHARACTERS) {
            lines += 1;
            left += usize::from(self.card.text.contains(line));
        }
        left * 2 < lines
    }

    fn show_example(&mut self, index: usize) {
        let Some(example) = GALLERY.get(index) else { return };
        self.card.put(&example.card, false);
        self.profile.put(&example.profile, false);
        self.example = Some(index);
        self.skill.clone_from(&example.intent.skill);
        self.task_class = example.intent.task_class;
        self.read_anew();
    }

    /// Reads a text that has changed, and judges anew if it could be read.
    fn read(&mut self, side: Side, by_hand: bool) {
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

    fn judge(&mut self) {
        let (Some(card), Some(profile)) = (&self.last_card, &self.last_profile) else { return };
        let intent = Intent { skill: self.skill.clone(), task_class: self.task_class, ..Intent::default() };
        self.judgement = Some(Shared::new(Judgement::of(card, profile, intent)));
        self.lit.clear();
    }
}
