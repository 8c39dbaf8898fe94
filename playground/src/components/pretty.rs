//! JSON with line breaks, which the browser puts in.

use js_sys::JSON;
use wasm_bindgen::JsValue;

/// The same JSON over several lines; what is none stays as it is.
pub(crate) fn pretty(text: &str) -> String {
    let pretty = JSON::parse(text).and_then(|value| {
        JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &JsValue::from_f64(2.0))
    });
    pretty.map_or_else(|_| text.to_owned(), String::from)
}
