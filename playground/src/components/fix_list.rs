//! Edits that were tried and make the step that refused pass, those that ask for least first.

use a2a_negotiator::{Fix, Outcome};
use yew::prelude::*;

use super::prose::prose;
use crate::judgement::Side;
use crate::shown::{MESSAGE, sentence, shown};

/// How many are shown.
const FIXES_SHOWN: usize = 4;

pub(crate) fn fix_list(outcome: &Outcome) -> Html {
    let unfixable = outcome.rejection().and_then(|rejection| rejection.unfixable.as_ref());
    if let Some(unfixable) = unfixable {
        return html! { <p class="fixes">{ prose(&sentence(unfixable)) }</p> };
    }
    if outcome.fixes.is_empty() {
        return Html::default();
    }
    let fix = |fix: &Fix| {
        let side = Side::of(fix.target).word();
        html! { <li><b>{ format!("In the {side}: ") }</b>{ prose(&shown(&fix.message, MESSAGE)) }</li> }
    };
    html! {
        <div class="fixes">
            <p>{ "Each of these, tried out, makes the step pass:" }</p>
            <ul>{ for outcome.fixes.iter().take(FIXES_SHOWN).map(fix) }</ul>
        </div>
    }
}
