//! What the client goes without.

use yew::prelude::*;

use super::place_links::place_links;
use super::prose::prose;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::shown::sentence;

pub(crate) fn degradation_list(judgement: &Judgement, dispatch: &Dispatch) -> Html {
    let degradations = &judgement.outcome.degradations;
    if degradations.is_empty() {
        return Html::default();
    }
    let degradation = |degradation: &a2a_negotiator::Degradation| {
        html! {
            <li>
                { prose(&sentence(&degradation.message)) }
                { " " }
                { place_links(judgement, &degradation.card_pointers, &degradation.profile_pointers, dispatch) }
            </li>
        }
    };
    html! {
        <section class="block" aria-labelledby="degradations-title">
            <h2 id="degradations-title">{ "What the client goes without" }</h2>
            <ul class="degradations">{ for degradations.iter().map(degradation) }</ul>
        </section>
    }
}
