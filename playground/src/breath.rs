//! Working piece by piece, so that the browser can do something else in between.

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

/// How much of the page there is: it is drawn piece by piece, from what is looked at first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Drawn {
    /// What was decided.
    Verdict,
    /// The steps that led to it too.
    Steps,
    /// The documents too.
    Documents,
    /// All of it.
    Whole,
}

impl Drawn {
    /// What is drawn next.
    pub(crate) const fn next(self) -> Option<Self> {
        match self {
            Self::Verdict => Some(Self::Steps),
            Self::Steps => Some(Self::Documents),
            Self::Documents => Some(Self::Whole),
            Self::Whole => None,
        }
    }
}
