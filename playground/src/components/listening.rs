//! Hearing of the events of the page's own elements.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CustomEvent, EventTarget};

/// Listens to an element's events until it is dropped.
pub(crate) struct Listening {
    element: EventTarget,
    kinds: &'static [&'static str],
    hear: Closure<dyn FnMut(CustomEvent)>,
}

impl Listening {
    /// Hears of events of these kinds.
    pub(crate) fn new(
        element: EventTarget,
        kinds: &'static [&'static str],
        hear: impl FnMut(CustomEvent) + 'static,
    ) -> Self {
        let hear = Closure::<dyn FnMut(CustomEvent)>::new(hear);
        for kind in kinds {
            let _ = element.add_event_listener_with_callback(kind, hear.as_ref().unchecked_ref());
        }
        Self { element, kinds, hear }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        for kind in self.kinds {
            let _ =
                self.element.remove_event_listener_with_callback(kind, self.hear.as_ref().unchecked_ref());
        }
    }
}

/// A line or an offset as JavaScript has it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and a place is a small whole number"
)]
pub(crate) const fn whole(number: f64) -> usize {
    number as usize
}
