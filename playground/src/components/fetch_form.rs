//! Fetches a card by its address, and says what came of it.

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use super::copy_button::CopyButton;
use super::element::{button, code, element};
use super::prose::prose;
use crate::app::Dispatch;
use crate::fetch::{Failure, Fetched, Progress, Stop, addresses, fetch_card};
use crate::shown::LABEL;
use crate::state::Action;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct FetchFormProps {
    pub(crate) progress: Progress,
    pub(crate) dispatch: Dispatch,
}

#[function_component]
pub(crate) fn FetchForm(props: &FetchFormProps) -> Html {
    let progress = &props.progress;
    let input = use_node_ref();
    let onsubmit = {
        let (progress, input, dispatch) = (progress.clone(), input.clone(), props.dispatch.clone());
        move |event: SubmitEvent| {
            event.prevent_default();
            if let Progress::UnderWay(stop) = &progress {
                stop.stop();
                return;
            }
            let typed = input.cast::<HtmlInputElement>().map(|input| input.value()).unwrap_or_default();
            start(&typed, dispatch.clone());
        }
    };
    let is_under_way = matches!(progress, Progress::UnderWay(_));
    html! {
        <form class="fetch" {onsubmit}>
            <div class="fetch-row">
                <input
                    ref={input}
                    id="card-address"
                    aria-label="Host or address of a card"
                    type="text"
                    inputmode="url"
                    autocomplete="url"
                    autocapitalize="none"
                    spellcheck="false"
                    placeholder="agent.example.com"
                />
                <button type="submit" class="button">{ if is_under_way { "Stop" } else { "Fetch card" } }</button>
            </div>
            <div class="fetch-said" role="status" aria-live="polite">{ said(progress) }{ dismissal(progress, &props.dispatch) }</div>
        </form>
    }
}

pub(super) fn start(typed: &str, dispatch: Dispatch) {
    let went = |progress: Progress| dispatch.dispatch(Action::FetchWent(progress));
    let addresses = match addresses(typed) {
        Ok(addresses) => addresses,
        Err(sentence) => return went(Progress::Failed(Failure::NoAddress(sentence))),
    };
    let stop = Stop::new();
    went(Progress::UnderWay(stop.clone()));
    spawn_local(async move {
        match fetch_card(addresses, stop).await {
            Ok(Fetched { url, missed, text }) => {
                dispatch.dispatch(Action::CardFetched { url, missed: !missed.is_empty(), text });
            }
            Err(failure) => dispatch.dispatch(Action::FetchWent(Progress::Failed(failure))),
        }
    });
}

/// Takes away what was said, which else stands in the editor's room.
fn dismissal(progress: &Progress, dispatch: &Dispatch) -> Html {
    if matches!(progress, Progress::NotYet | Progress::UnderWay(_)) {
        return Html::default();
    }
    let dispatch = dispatch.clone();
    let onclick = move |_: MouseEvent| dispatch.dispatch(Action::FetchWent(Progress::NotYet));
    button("quiet-button", "Dismiss", onclick)
}

fn said(progress: &Progress) -> Html {
    match progress {
        Progress::NotYet => Html::default(),
        Progress::UnderWay(_) => html! { <p>{ "Waiting for the answer …" }</p> },
        Progress::Done { url, missed } => html! {
            <p>
                { "Read from " }{ code(url, LABEL) }
                if *missed {
                    { ", where cards were before 0.3; the newer place has none" }
                }
                { ". If its URLs are relative, put this address into the profile as " }<code>{ "cardUrl" }</code>{ "." }
            </p>
        },
        Progress::Failed(failure) => {
            let command = failure.command();
            html! {
                <div class="fetch-failed">
                    <p>{ element("strong", "", prose(&failure.what())) }{ " " }{ prose(failure.help()) }</p>
                    if let Some(command) = command {
                        <div class="command">
                            { code(&command, LABEL) }
                            <CopyButton label="Copy" text={Callback::from(move |()| command.clone())} />
                        </div>
                    }
                </div>
            }
        }
    }
}
