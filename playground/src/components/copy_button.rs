//! A button that copies a text, and shows it to be copied by hand where the browser does not let it.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Copied {
    NotYet,
    Done,
    ByHand(String),
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct CopyButtonProps {
    /// What the button says.
    pub(crate) label: AttrValue,
    /// Gives the text. Called when the button is pressed, not before.
    pub(crate) text: Callback<(), String>,
    /// Changes when the text does, so that an old text is not called copied.
    #[prop_or_default]
    pub(crate) version: usize,
}

#[function_component]
pub(crate) fn CopyButton(props: &CopyButtonProps) -> Html {
    let copied = use_state_eq(|| Copied::NotYet);
    {
        let copied = copied.clone();
        use_effect_with((props.version, props.label.clone()), move |_| copied.set(Copied::NotYet));
    }
    let onclick = {
        let (copied, text) = (copied.clone(), props.text.clone());
        move |_: MouseEvent| {
            let (copied, text) = (copied.clone(), text.emit(()));
            spawn_local(async move {
                let done = copy(&text).await.is_ok();
                copied.set(if done { Copied::Done } else { Copied::ByHand(text) });
            });
        }
    };
    html! {
        <span class="copy">
            <button type="button" class="quiet-button" {onclick}>{ props.label.clone() }</button>
            <span class="copy-said" role="status">
                { match &*copied { Copied::Done => "Copied", Copied::ByHand(_) => "Copy it from here:", Copied::NotYet => "" } }
            </span>
            if let Copied::ByHand(text) = &*copied {
                <textarea class="copy-by-hand" readonly=true aria-label="Text to copy" value={text.clone()} />
            }
        </span>
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
