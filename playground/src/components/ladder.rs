//! The ladder: the steps in their order, each with how it ended; or, in its place, the interfaces that the first
//! of them chose from.

use a2a_negotiator::StepId;
use yew::prelude::*;

use super::element::block;
use super::interface_matrix::interface_matrix;
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
    let matrix = dispatch.clone();
    let toggle_matrix = move |_: MouseEvent| matrix.dispatch(Action::MatrixToggled);
    let beside = html! {
        <div class="ladder-views">
            if !session.matrix {
                { show_all }
            }
            <button type="button" class="quiet-button" onclick={toggle_matrix}>
                { if session.matrix { "Back to the steps" } else { "Interfaces side by side" } }
            </button>
        </div>
    };
    if session.matrix {
        let title = if session.is_stale() { "Interfaces, of the earlier text" } else { "Interfaces" };
        return block("ladder-title", html! { title }, beside, interface_matrix(judgement, dispatch));
    }
    let steps = html! {
        <ol class="ladder" role="list">
            { for StepId::TRACE.iter().map(|id| ladder_step(*id, session, judgement, dispatch)) }
        </ol>
    };
    let title = if session.is_stale() { "Steps, of the earlier text" } else { "Steps" };
    block("ladder-title", html! { title }, beside, steps)
}
