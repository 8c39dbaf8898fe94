//! What has happened to the texts other than by hand: edited ones were replaced, a link could not be opened.

use yew::prelude::*;

use super::element::{button, element, paragraph};
use crate::app::Dispatch;
use crate::shared::Shared;
use crate::state::{Action, SetAside};
use crate::wording;

/// What was replaced last, and, folded away, what was before it.
pub(crate) fn set_aside_notice(set_aside: &[Shared<SetAside>], dispatch: &Dispatch) -> Html {
    let Some((last, earlier)) = set_aside.split_first() else { return Html::default() };
    let rows = earlier.iter().map(|one| element("li", "", row(one, dispatch)));
    html! {
        <div class="notice" role="status">
            { row(last, dispatch) }
            if last.profile_was_edited {
                { element("p", "", html! { <>{ "The client is now: " }<client-name />{ "." }</> }) }
            }
            if !earlier.is_empty() {
                <details>
                    <summary>{ [&wording::count(earlier.len(), "text"), " replaced before"].concat() }</summary>
                    { element("ul", "", rows.collect()) }
                </details>
            }
        </div>
    }
}

fn row(set_aside: &Shared<SetAside>, dispatch: &Dispatch) -> Html {
    let name = set_aside.card_name.as_ref().filter(|name| !name.trim().is_empty());
    let card = name.map_or_else(|| "Your card".into(), |name| ["Your card ", &wording::code(name)].concat());
    let what = match (set_aside.card_was_edited, set_aside.profile_was_edited) {
        (true, true) => [&card, " and your profile were replaced, and can be brought back."].concat(),
        (false, true) => "Your profile was replaced, and can be brought back.".into(),
        _ => [&card, " was replaced, and can be brought back."].concat(),
    };
    let [restored, dismissed] = [set_aside.clone(), set_aside.clone()];
    let (restore, dismiss) = (dispatch.clone(), dispatch.clone());
    html! {
        <>
            { paragraph("", &what) }
            { button("button", "Bring it back", move |_| restore.dispatch(Action::Restored(restored.clone()))) }
            { button("quiet-button", "Dismiss", move |_| dismiss.dispatch(Action::SetAsideDismissed(dismissed.clone()))) }
        </>
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
