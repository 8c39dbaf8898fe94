//! A button that copies a text, and shows it to be copied by hand where the browser does not let it.

use std::cell::RefCell;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

use crate::keeper;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Copied {
    NotYet,
    Done,
    ByHand(String),
    /// There is nothing to copy; a sentence says why.
    Refused(String),
}

thread_local! {
    /// What the button that was pressed last says is set with it.
    static LAST: RefCell<Option<UseStateSetter<Copied>>> = const { RefCell::new(None) };
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct CopyButtonProps {
    /// What the button does, in words.
    pub(crate) label: AttrValue,
    /// What is written on it, where what stands beside it says the rest.
    #[prop_or_default]
    pub(crate) short: Option<&'static str>,
    /// Gives the text. Called when the button is pressed, not before.
    pub(crate) text: Callback<(), String>,
    /// Changes when the text does, so that an old text is not called copied.
    #[prop_or_default]
    pub(crate) version: usize,
    /// Whether there is nothing to copy.
    #[prop_or_default]
    pub(crate) disabled: bool,
    /// Where not the text is copied, but a link that holds it: the name of the step that the link leads to, empty
    /// for none.
    #[prop_or_default]
    pub(crate) as_link: Option<&'static str>,
}

#[function_component]
pub(crate) fn CopyButton(props: &CopyButtonProps) -> Html {
    let copied = use_state_eq(|| Copied::NotYet);
    {
        let copied = copied.clone();
        use_effect_with((props.version, props.label.clone()), move |_| copied.set(Copied::NotYet));
    }
    let onclick = {
        let (copied, text, as_link) = (copied.clone(), props.text.clone(), props.as_link);
        move |_: MouseEvent| {
            let (copied, text) = (copied.clone(), text.emit(()));
            spawn_local(async move {
                let text = match as_link {
                    Some(step) => link_to(&text, step).await,
                    None => Ok(text),
                };
                let now = match text {
                    Ok(text) if copy(&text).await.is_ok() => Copied::Done,
                    Ok(text) => Copied::ByHand(text),
                    Err(why) => Copied::Refused(why),
                };
                // One at a time says so.
                if let Some(before) = LAST.replace(Some(copied.setter())) {
                    before.set(Copied::NotYet);
                }
                copied.set(now);
            });
        }
    };
    let said = if *copied == Copied::Done { "copy-said is-done" } else { "copy-said" };
    html! {
        <span class="copy">
            <button
                type="button"
                class="quiet-button"
                {onclick}
                aria-label={props.short.map(|_| props.label.clone())}
                disabled={props.disabled}
            >
                { props.short.map_or_else(|| props.label.clone(), AttrValue::from) }
            </button>
            <span class={said} role="status">
                { match &*copied {
                    Copied::Done => "Copied",
                    Copied::ByHand(_) => "Copy it from here:",
                    Copied::Refused(why) => why,
                    Copied::NotYet => "",
                } }
            </span>
            if let Copied::ByHand(text) = &*copied {
                <textarea class="copy-by-hand" readonly=true aria-label="Text to copy" value={text.clone()} />
            }
        </span>
    }
}

/// A link that holds a text; why there is none otherwise.
async fn link_to(text: &str, step: &str) -> Result<String, String> {
    let link = match keeper::link(text, step) {
        Ok(link) => JsFuture::from(link).await,
        Err(error) => Err(error),
    };
    match link {
        Ok(link) => Ok(link.as_string().unwrap_or_default()),
        Err(why) => Err(why.as_string().unwrap_or_else(|| "This browser can make no link.".into())),
    }
}

/// Copies a text. The clipboard is not there on every page, so that it is looked for.
async fn copy(text: &str) -> Result<(), JsValue> {
    let navigator = web_sys::window().ok_or(JsValue::NULL)?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into())?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into())?.dyn_into()?;
    let promise: Promise = write.call1(&clipboard, &text.into())?.dyn_into()?;
    JsFuture::from(promise).await.map(|_| ())
}
