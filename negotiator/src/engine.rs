//! What an engine of JavaScript does itself, where the core runs in one.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, catch)]
    pub(crate) fn parse(text: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = JSON)]
    fn stringify(value: &JsValue) -> String;
}

/// A number of a JSON text as ECMAScript writes it.
pub(crate) fn ecmascript_number(text: &str) -> String {
    parse(text).map(|number| stringify(&number)).unwrap_or_default()
}
