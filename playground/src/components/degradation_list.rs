//! What the client goes without.

use yew::prelude::*;

use super::mark::mark;
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
                    <span class={classes!("status", wording::DEGRADED.class)}>{ wording::DEGRADED.word }</span>
                    { " " }
                    { prose(&sentence(&degradation.message)) }
                    { " " }
                    { place_links(judgement, &degradation.card_pointers, &degradation.profile_pointers, dispatch) }
                </p>
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
