//! Working piece by piece, so that the browser can do something else in between.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

use crate::state::Session;

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

/// Goes on once what has been drawn so far is painted; at once in a tab that is not seen, which has no frames.
async fn paint() {
    let begun = Promise::new(&mut |resolve, _| {
        let window =
            web_sys::window().filter(|window| !window.document().is_none_or(|document| document.hidden()));
        let awaited = window.and_then(|window| window.request_animation_frame(&resolve).ok());
        if awaited.is_none() {
            drop(resolve.call0(&JsValue::NULL));
        }
    });
    // It never fails.
    drop(JsFuture::from(begun).await);
    breathe().await;
}

/// What the page knew that is drawn below the verdict: the latest, but for a judgement whose verdict is yet to be painted.
/// To draw all of it with every key would keep the verdict from its frame.
#[hook]
pub(crate) fn use_session_below(latest: &Session) -> Session {
    let painted = use_state_eq(|| latest.judgement.clone());
    let awaited = use_mut_ref(|| None);
    {
        let painted = painted.setter();
        use_effect_with(latest.judgement.clone(), move |judgement| {
            // Of several that come within a frame, the last one is drawn.
            if awaited.replace(Some(judgement.clone())).is_none() {
                spawn_local(async move {
                    paint().await;
                    if let Some(judgement) = awaited.take() {
                        painted.set(judgement);
                    }
                });
            }
        });
    }
    let below = use_mut_ref(|| latest.clone());
    if *painted == latest.judgement {
        below.replace(latest.clone());
    }
    below.borrow().clone()
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
