//! Edits that were tried and make the step that refused pass, those that ask for least first, each with a
//! button that applies it.

use a2a_negotiator::{Fix, Outcome};
use yew::prelude::*;

use super::element::paragraph;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Side;
use crate::shared::Shared;
use crate::shown::sentence;
use crate::state::{Action, Session};

pub(crate) fn fix_list(outcome: &Outcome, session: &Session, dispatch: &Dispatch) -> Html {
    let unfixable = outcome.rejection().and_then(|rejection| rejection.unfixable.as_ref());
    if let Some(unfixable) = unfixable {
        return paragraph("fixes", &sentence(unfixable));
    }
    if outcome.fixes.is_empty() {
        return Html::default();
    }
    // Fixes were tried on both texts as they were judged, which an unreadable one no longer is.
    let unreadable =
        [Side::Card, Side::Profile].into_iter().find(|side| session.document(*side).error.is_some());
    let reason = |side: Side| {
        let words = ["Nothing can be applied while the ", side.word(), " cannot be read."].concat();
        html! { <p class="fix-reason" id="fix-reason">{ words }</p> }
    };
    html! {
        <div class="fixes">
            { paragraph("", "Each of these, tried out, makes the step pass:") }
            <ul>{ for outcome.fixes.iter().map(|fix| row(fix, unreadable.is_some(), dispatch)) }</ul>
            { for unreadable.map(reason) }
        </div>
    }
}

fn row(fix: &Fix, disabled: bool, dispatch: &Dispatch) -> Html {
    let side = Side::of(fix.target);
    let word = side.word();
    let message = sentence(&fix.message);
    let label = format!("Apply to the {word}: {}", message.replace('`', ""));
    let onclick = {
        let (fix, dispatch) = (fix.clone(), dispatch.clone());
        move |_: MouseEvent| dispatch.dispatch(Action::FixChosen(Shared::new(fix.clone())))
    };
    html! {
        <li class="fix" data-target={word}>
            <span>{ prose(&message) }</span>
            <button
                type="button"
                class="quiet-button"
                aria-label={label}
                aria-describedby={disabled.then_some("fix-reason")}
                {disabled}
                {onclick}
            >
                { format!("Apply to the {word}") }
            </button>
        </li>
    }
}
