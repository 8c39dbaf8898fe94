//! The ladder: the steps in their order, each with how it ended.

use a2a_negotiator::StepId;
use yew::prelude::*;

use super::element::block;
use super::ladder_step::ladder_step;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::state::{Action, Session};

pub(crate) fn ladder(session: &Session, judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let all = dispatch.clone();
    let toggle_all = move |_: MouseEvent| all.dispatch(Action::AllStepsToggled);
    let show_all = html! {
        <button type="button" class="quiet-button" onclick={toggle_all} aria-pressed={session.all_open().to_string()}>
            { "Show all candidates" }
        </button>
    };
    let steps = html! {
        <ol class="ladder" role="list">
            { for StepId::TRACE.iter().map(|id| ladder_step(*id, session, judgement, dispatch)) }
        </ol>
    };
    block("ladder-title", html! { "Steps" }, show_all, steps)
}
