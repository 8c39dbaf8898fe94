//! What is odd in the card or the profile.

use a2a_negotiator::{Finding, Pointer};
use yew::prelude::*;

use super::element::{block, element, mark, paragraph, status_word};
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::{Judgement, Side};
use crate::shown::sentence;
use crate::wording;

pub(crate) fn finding_list(judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let number = judgement.outcome.findings.len();
    let left_out = number - judgement.findings().len();
    let title =
        html! { <>{ "Findings" } if number > 0 { { element("span", "number", html! { number }) } }</> };
    let findings = html! {
        <>
            if number == 0 {
                { paragraph("nothing", "Nothing is odd in the card or in the profile.") }
            } else {
                <ul class="findings">{ for judgement.findings().iter().map(|finding| row(finding, judgement, dispatch)) }</ul>
            }
            if left_out > 0 {
                { paragraph("left-out", &format!("{left_out} more are left out here; the explanation has them all.")) }
            }
        </>
    };
    block("findings-title", title, Html::default(), findings)
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
                    { status_word(status) }
                    { element("code", "finding-code", html! { finding.code.as_str() }) }
                </span>
                { prose(&sentence(&finding.message)) }
                { " " }
                { place_links(judgement, card, profile, dispatch) }
            </p>
        </li>
    }
}
