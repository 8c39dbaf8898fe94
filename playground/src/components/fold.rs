//! What is folded away until somebody opens it, and costs nothing until then.

use web_sys::HtmlElement;
use yew::prelude::*;

use super::card_view::view_of_call;
use super::element::classed;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::state::{Action, Fold, Session};

pub(crate) fn fold(
    fold: Fold,
    title: &'static str,
    session: &Session,
    judgement: &Judgement,
    dispatch: &Dispatch,
) -> Html {
    let is_open = session.is_unfolded(fold);
    let ontoggle = {
        let dispatch = dispatch.clone();
        move |event: Event| {
            // What is folded within it tells of itself too.
            let target = event.target_dyn_into::<HtmlElement>();
            if let Some(details) = target.filter(|details| details.class_name().contains("fold")) {
                dispatch.dispatch(Action::Folded(fold, details.has_attribute("open")));
            }
        }
    };
    let details = html! {
        <details open={is_open} {ontoggle}>
            <summary><h2>{ title }</h2></summary>
            if is_open {
                { view_of_call(fold, session, judgement, dispatch) }
            }
        </details>
    };
    classed(&["block fold ", fold.as_str()].concat(), details)
}
