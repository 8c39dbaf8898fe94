//! What somebody looks at about the call that the plan makes.

/// The failures that are tried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CallView {
    /// The failures in the order in which they happen, each by its place among the samples.
    pub(crate) failures: Vec<usize>,
}

/// A part of the page about the call that is folded away at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    /// The failures.
    Trial,
}

impl Fold {
    /// All of them.
    pub(super) const ALL: [Self; 1] = [Self::Trial];

    /// Its name among the page's styles.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Trial => "trial",
        }
    }
}

/// What is done with it.
#[derive(Debug)]
pub(crate) enum CallAction {
    /// A failure was chosen, or none, as the one of a round; those after it are forgotten.
    FailureChosen(usize, Option<usize>),
}

impl CallView {
    pub(super) fn act(&mut self, action: &CallAction) {
        match *action {
            CallAction::FailureChosen(round, failure) => {
                self.failures.truncate(round);
                self.failures.extend(failure);
            }
        }
    }
}
