//! What the client goes without.

use yew::prelude::*;

use super::element::{block, mark, status_word};
use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shown::sentence;
use crate::wording;

pub(crate) fn degradation_list(judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let degradations = &judgement.outcome.degradations;
    if degradations.is_empty() {
        return Html::default();
    }
    let degradation = |degradation: &a2a_negotiator::Degradation| {
        html! {
            <li class="degradation" data-code={degradation.code.clone()}>
                { mark(wording::DEGRADED) }
                <p>
                    { status_word(wording::DEGRADED) }
                    { " " }
                    { prose(&sentence(&degradation.message)) }
                    { " " }
                    { place_links(judgement, &degradation.card_pointers, &degradation.profile_pointers, dispatch) }
                </p>
            </li>
        }
    };
    let title = html! { "What the client goes without" };
    let rows = html! { <ul class="degradations">{ for degradations.iter().map(degradation) }</ul> };
    block("degradations-title", title, Html::default(), rows)
}
