//! The outcome as text, as the command line and the documentation show it.

use a2a_negotiator::explain;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::copy_button::CopyButton;
use crate::judgement::Judgement;
use crate::shared::Shared;
use crate::shown::shown;

/// How many characters of the text are shown; copying gives it whole.
const MOST_CHARACTERS: usize = 20_000;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ExplanationProps {
    pub(crate) judgement: Shared<Judgement>,
    /// Whether it is of earlier texts.
    pub(crate) is_stale: bool,
}

#[function_component]
pub(crate) fn Explanation(props: &ExplanationProps) -> Html {
    let open = use_state_eq(|| false);
    let ontoggle = {
        let open = open.clone();
        move |event: Event| {
            if let Some(details) = event.target_dyn_into::<HtmlElement>() {
                open.set(details.has_attribute("open"));
            }
        }
    };
    let whole = {
        let judgement = props.judgement.clone();
        Callback::from(move |()| explain(&judgement.outcome))
    };
    html! {
        <details class="block fold explanation" {ontoggle}>
            <summary><h2>{ "Explanation as text" }</h2></summary>
            if *open {
                <CopyButton label="Copy as text" text={whole} disabled={props.is_stale} />
                // Scrolls by itself, so that it must be reachable by keyboard.
                <pre tabindex="0" role="region" aria-label="Explanation">
                    { shown(&explain(&props.judgement.outcome), MOST_CHARACTERS) }
                </pre>
            }
        </details>
    }
}
