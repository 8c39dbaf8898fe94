//! Letting the browser do something else between two pieces of work.

use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

/// Goes on once the browser has had time for a hand or a frame.
pub(crate) async fn breathe() {
    let passed = Promise::new(&mut |resolve, _| {
        if let Some(window) = web_sys::window() {
            drop(window.set_timeout_with_callback(&resolve));
        }
    });
    // It never fails.
    drop(JsFuture::from(passed).await);
}
