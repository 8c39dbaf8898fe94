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
    // A patch is for the text that was judged, which an unreadable one is not.
    let unreadable = [Side::Card, Side::Profile].into_iter().filter(|side| {
        session.document(*side).error.is_some()
            && outcome.fixes.iter().any(|fix| Side::of(fix.target) == *side)
    });
    let reason = |side: Side| {
        let word = side.word();
        html! {
            <p class="fix-reason" id={format!("fix-reason-{word}")}>
                { format!("Nothing can be applied to the {word} while it cannot be read.") }
            </p>
        }
    };
    html! {
        <div class="fixes">
            { paragraph("", "Each of these, tried out, makes the step pass:") }
            <ul>{ for outcome.fixes.iter().map(|fix| row(fix, session, dispatch)) }</ul>
            { for unreadable.map(reason) }
        </div>
    }
}

fn row(fix: &Fix, session: &Session, dispatch: &Dispatch) -> Html {
    let side = Side::of(fix.target);
    let word = side.word();
    let message = sentence(&fix.message);
    let label = format!("Apply to the {word}: {}", message.replace('`', ""));
    let disabled = session.document(side).error.is_some();
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
                aria-describedby={disabled.then(|| format!("fix-reason-{word}"))}
                {disabled}
                {onclick}
            >
                { format!("Apply to the {word}") }
            </button>
        </li>
    }
}
