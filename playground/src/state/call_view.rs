//! What somebody looks at about the call that the plan makes.

use a2a_negotiator::Operation;

use crate::shared::Shared;

/// The request that is shown, and the failures that are tried out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CallView {
    /// The operation; none for the plan's own way to send.
    pub(crate) operation: Option<Operation>,
    /// What the message says; none for a sample.
    pub(crate) words: Option<Shared<str>>,
    /// The form in which the request is shown, by its place.
    pub(crate) form: usize,
    /// The failures in the order in which they happen, each by its place among the samples.
    pub(crate) failures: Vec<usize>,
}

/// A part of the page about the call that is folded away at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    /// The request.
    Request,
    /// The failures.
    Trial,
}

impl Fold {
    /// All of them.
    pub(super) const ALL: [Self; 2] = [Self::Request, Self::Trial];

    /// Its name among the page's styles.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Trial => "trial",
        }
    }
}

/// What is done with it.
#[derive(Debug)]
pub(crate) enum CallAction {
    /// An operation was chosen; none for the plan's own way to send.
    OperationChosen(Option<Operation>),
    /// Something was written for the message to say.
    WordsWritten(Shared<str>),
    /// A form was chosen.
    FormChosen(usize),
    /// A failure was chosen, or none, as the one of a round; those after it are forgotten.
    FailureChosen(usize, Option<usize>),
}

impl CallView {
    pub(super) fn act(&mut self, action: CallAction) {
        match action {
            CallAction::OperationChosen(operation) => self.operation = operation,
            CallAction::WordsWritten(words) => self.words = Some(words),
            CallAction::FormChosen(form) => self.form = form,
            CallAction::FailureChosen(round, failure) => {
                self.failures.truncate(round);
                self.failures.extend(failure);
            }
        }
    }
}
