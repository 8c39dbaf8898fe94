//! What is odd in the card or the profile.

use a2a_negotiator::{Finding, Pointer};
use yew::prelude::*;

use super::mark::mark;
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::{FINDINGS_SHOWN, Judgement, Side};
use crate::shown::sentence;
use crate::wording;

pub(crate) fn finding_list(judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let number = judgement.outcome.findings.len();
    let left_out = number.saturating_sub(FINDINGS_SHOWN);
    html! {
        <section class="block" aria-labelledby="findings-title">
            <h2 id="findings-title">{ "Findings" } if number > 0 { <span class="number">{ number }</span> }</h2>
            if number == 0 {
                <p class="nothing">{ "Nothing is odd in the card or in the profile." }</p>
            } else {
                <ul class="findings">{ for judgement.findings().map(|finding| row(finding, judgement, dispatch)) }</ul>
            }
            if left_out > 0 {
                <p class="left-out">{ format!("{left_out} more are left out here; the explanation has them all.") }</p>
            }
        </section>
    }
}

fn row(finding: &Finding, judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let status = wording::severity(finding.severity);
    let pointer = std::slice::from_ref(&finding.pointer);
    let (card, profile): (&[Pointer], &[Pointer]) = match Side::of(finding.target) {
        Side::Card => (pointer, &[]),
        Side::Profile => (&[], pointer),
    };
    html! {
        <li class="finding" data-code={finding.code.as_str()}>
            { mark(status) }
            <p>
                <span class="finding-head">
                    <span class={classes!("status", status.class)}>{ status.word }</span>
                    <code class="finding-code">{ finding.code.as_str() }</code>
                </span>
                { prose(&sentence(&finding.message)) }
                { " " }
                { place_links(judgement, card, profile, dispatch) }
            </p>
        </li>
    }
}
