//! What a fix did, beside what it was applied for, and how long that is of interest.

use a2a_negotiator::{CardReading, Decision, Fix, Intent, Options, ProfileReading, negotiate};

use super::Session;
use crate::judgement::{Read, Side};
use crate::shared::Shared;

/// How many skills are tried out beside the one that the fix was for.
const SKILLS_TRIED: usize = 200;

/// What became of a fix.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FixResult {
    /// It was applied.
    Applied(AppliedFix),
    /// It was taken back.
    TakenBack,
    /// It does not fit the text.
    DoesNotFit,
    /// It cannot be taken back, since what it changed has been edited.
    Stays,
}

/// A fix that was applied, and can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AppliedFix {
    /// The fix.
    pub(crate) fix: Shared<Fix>,
    /// Whether its text has been edited since.
    pub(crate) is_edited: bool,
    /// The other skills that were called before, and are not any more. Of a text that has been edited since nothing is known.
    pub(crate) lost: Vec<String>,
    /// Those that were not, and are now.
    pub(crate) won: Vec<String>,
    /// The text before it.
    before: Shared<str>,
}

/// The texts as they were read before a fix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BeforeFix {
    text: Shared<str>,
    card: Option<Shared<Read<CardReading>>>,
    profile: Option<Shared<Read<ProfileReading>>>,
}

impl Session {
    /// The texts before a fix of one of them.
    pub(super) fn before_fix(&self, side: Side) -> BeforeFix {
        BeforeFix {
            text: self.document(side).text.clone(),
            card: self.last_card.clone(),
            profile: self.last_profile.clone(),
        }
    }

    /// What a fix did that has just been applied.
    pub(super) fn applied(&mut self, fix: Shared<Fix>) -> FixResult {
        let side = Side::of(fix.target);
        let before = self.before_fix.take().unwrap_or_else(|| self.before_fix(side));
        let now = self.before_fix(side);
        let (mut lost, mut won) = (Vec::new(), Vec::new());
        let others = self.skills.iter().map(|skill| &skill.id).filter(|id| Some(*id) != self.skill.as_ref());
        for id in others.take(SKILLS_TRIED) {
            let is_called = self.is_called(id, &now);
            if is_called != self.is_called(id, &before) {
                (if is_called { &mut won } else { &mut lost }).push(id.clone());
            }
        }
        FixResult::Applied(AppliedFix { fix, is_edited: false, lost, won, before: before.text })
    }

    fn is_called(&self, skill: &str, texts: &BeforeFix) -> bool {
        let (Some(card), Some(profile)) = (&texts.card, &texts.profile) else { return false };
        let intent = Intent { task_class: self.task_class, ..Intent::for_skill(skill) };
        let options = Options { fixes: false, trace: false, ..Options::default() };
        negotiate(&card.reading, &profile.reading, &intent, &options).decision() == Decision::Accept
    }

    /// A fix can be taken back while its text is edited further, until it is taken back by that, or the text is
    /// another one altogether.
    pub(super) fn follow_fix(&mut self, side: Side) {
        let text = &self.document(side).text;
        let still = match &self.fix_result {
            Some((of, _)) if *of != side => return,
            Some((_, FixResult::Applied(applied)))
                if **text != *applied.before && !is_another_text(text, &applied.before) =>
            {
                let (lost, won) = (Vec::new(), Vec::new());
                Some((side, FixResult::Applied(AppliedFix { is_edited: true, lost, won, ..applied.clone() })))
            }
            _ => None,
        };
        self.fix_result = still;
    }
}

/// Lines of a text that are shorter than this stand in any other one as well.
const TELLING_CHARACTERS: usize = 12;

/// How many lines of a text are looked for in another one, at most.
const LINES_LOOKED_FOR: usize = 16;

/// Whether a text is not another one that was edited, but was put over it. This is asked after every keystroke: what is
/// typed leaves one half of the text or the other as it was, and of one that was edited in both no more than some lines
/// are looked for, from everywhere in it.
pub(super) fn is_another_text(text: &str, than: &str) -> bool {
    let (start, end) = than.as_bytes().split_at(than.len() / 2);
    if text.as_bytes().starts_with(start) || text.as_bytes().ends_with(end) {
        return false;
    }
    let telling = || than.lines().map(str::trim).filter(|line| line.len() >= TELLING_CHARACTERS);
    let apart = telling().count() / LINES_LOOKED_FOR + 1;
    let (mut lines, mut left) = (0_usize, 0_usize);
    for line in telling().step_by(apart) {
        lines += 1;
        left += usize::from(text.contains(line));
    }
    left * 2 < lines
}
