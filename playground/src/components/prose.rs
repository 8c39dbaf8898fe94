//! A message with what stands in backticks set as code.

use yew::prelude::*;

/// The message, which must have been made fit to be shown.
pub(crate) fn prose(text: &str) -> Html {
    let part = |(index, part): (usize, &str)| {
        let part = part.to_owned();
        if index % 2 == 1 {
            html! { <code>{ part }</code> }
        } else {
            html! { part }
        }
    };
    text.split('`').enumerate().map(part).collect()
}
