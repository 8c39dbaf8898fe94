//! What was done before for the same call, which bounds what is still done.

use super::{Action, ActionKind};
use crate::error::InputError;
use crate::json::Json;
use crate::pointer::Path;
use crate::shape::{Fields, FromJson, Mistakes, one_of, read};

/// The actions that were returned before for the same call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Each with whether it changed the requests of the plan.
    taken: Vec<Taken>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Taken {
    kind: ActionKind,
    changes_requests: bool,
}

impl History {
    /// Notes an action that was returned.
    pub fn note(&mut self, action: &Action) {
        self.taken.push(Taken { kind: action.action, changes_requests: action.request.is_some() });
    }

    /// Whether there was an action of a kind.
    pub(super) fn has(&self, kind: ActionKind) -> bool {
        self.taken.iter().any(|taken| taken.kind == kind)
    }

    /// Whether there was an action of a kind that changed the requests of the plan.
    pub(super) fn has_changed_requests(&self, kind: ActionKind) -> bool {
        self.taken.iter().any(|taken| taken.kind == kind && taken.changes_requests)
    }

    /// Whether the call has got another plan.
    pub(super) fn has_changed_plan(&self) -> bool {
        self.taken.iter().any(|taken| match taken.kind {
            ActionKind::Renegotiate => !taken.changes_requests,
            ActionKind::NextDelivery | ActionKind::NextCredential => true,
            _ => false,
        })
    }
}

/// Reads from JSON text a list of actions as they were returned.
///
/// # Errors
/// When the text is not JSON, or not a list of actions.
pub fn read_history(text: &str) -> Result<History, InputError> {
    let (taken, _) = read(text, "the history")?;
    Ok(History { taken })
}

impl FromJson for Taken {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        // What else stands in an action does not bound what is still done.
        let mut fields = Fields::of(json, path, mistakes)?;
        let kind = fields.required("action")?;
        Some(Self { kind, changes_requests: fields.value("request").is_some() })
    }
}

impl FromJson for ActionKind {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, Self::ALL, Self::as_str)
    }
}
