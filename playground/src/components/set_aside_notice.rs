//! Says that edited texts were replaced, and gives them back.

use yew::prelude::*;

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
            <p>{ what }</p>
            <button type="button" class="button" onclick={move |_: MouseEvent| restore.dispatch(Action::Restored)}>
                { "Bring it back" }
            </button>
            <button type="button" class="quiet-button" onclick={move |_: MouseEvent| dismiss.dispatch(Action::SetAsideDismissed)}>
                { "Dismiss" }
            </button>
        </div>
    }
}
