//! What has happened to the texts other than by hand: edited ones were replaced, a link could not be opened.

use yew::prelude::*;

use super::element::{button, paragraph};
use crate::app::Dispatch;
use crate::state::{Action, SetAside};

pub(crate) fn set_aside_notice(set_aside: &SetAside, dispatch: &Dispatch) -> Html {
    let what = match (set_aside.card_was_edited, set_aside.profile_was_edited) {
        (true, true) => "Your card and your profile were replaced, and are kept for now.",
        (false, true) => "Your profile was replaced, and is kept for now.",
        _ => "Your card was replaced, and is kept for now.",
    };
    let (restore, dismiss) = (dispatch.clone(), dispatch.clone());
    html! {
        <div class="notice" role="status">
            { paragraph("", what) }
            { button("button", "Bring it back", move |_| restore.dispatch(Action::Restored)) }
            { button("quiet-button", "Dismiss", move |_| dismiss.dispatch(Action::SetAsideDismissed)) }
        </div>
    }
}

/// Says why a link could not be opened.
pub(crate) fn link_notice(why: &str, dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    html! {
        <div class="notice" role="alert">
            { paragraph("", why) }
            { button("quiet-button", "Dismiss", move |_| dispatch.dispatch(Action::LinkProblemDismissed)) }
        </div>
    }
}
