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
            <button type="button" class="quiet-button" onclick={toggle_matrix} aria-pressed={session.matrix.to_string()}>
                { "Compare interfaces" }
            </button>
        </div>
    };
    if session.matrix {
        return block("ladder-title", html! { "Interfaces" }, beside, interface_matrix(judgement, dispatch));
    }
    let steps = html! {
        <ol class="ladder" role="list">
            { for StepId::TRACE.iter().map(|id| ladder_step(*id, session, judgement, dispatch)) }
        </ol>
    };
    block("ladder-title", html! { "Steps" }, beside, steps)
}
