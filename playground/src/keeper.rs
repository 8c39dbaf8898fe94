//! The keeper of `playground/web/keeper`: drafts in this browser, and links. Without its script there are none.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Takes what gives what the page holds: for a draft when it is called with `true`, else for a link.
    #[wasm_bindgen(js_namespace = keeper, catch)]
    pub(crate) fn holds(give: &JsValue) -> Result<(), JsValue>;

    /// Says that the page holds something, or something else than before, which is to be kept.
    #[wasm_bindgen(js_namespace = keeper, catch)]
    pub(crate) fn changed() -> Result<(), JsValue>;

    /// The draft that was kept.
    #[wasm_bindgen(js_namespace = keeper, catch)]
    pub(crate) fn draft() -> Result<Option<String>, JsValue>;

    /// A link that holds a text, and the name of a step; rejects with a sentence where there can be none.
    #[wasm_bindgen(js_namespace = keeper, catch)]
    pub(crate) fn link(text: &str, step: &str) -> Result<Promise, JsValue>;

    /// The text of the link that somebody has come by, empty where there is none; rejects with a sentence where
    /// it cannot be opened.
    #[wasm_bindgen(js_namespace = keeper, catch)]
    pub(crate) fn linked() -> Result<Promise, JsValue>;

    /// Calls back when somebody comes by another link.
    #[wasm_bindgen(js_namespace = keeper, catch, js_name = whenLinked)]
    pub(crate) fn when_linked(act: &JsValue) -> Result<(), JsValue>;
}
