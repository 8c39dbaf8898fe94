//! The parts of the page about the call that are folded away at first.

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

    /// Its name among the page's styles, and of the view that it folds away.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Trial => "trial",
        }
    }
}
