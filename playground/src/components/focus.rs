//! Moving the focus.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Gives an element the focus, by its id.
pub(crate) fn focus(id: &str) {
    let element = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(id))
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}
