//! A message with what stands in backticks set as code.

use yew::prelude::*;

use super::element::element;

/// The message, which must have been made fit to be shown.
pub(crate) fn prose(text: &str) -> Html {
    let part = |(index, part): (usize, &str)| {
        let part = html! { part.to_owned() };
        if index % 2 == 1 { element("code", "", part) } else { part }
    };
    text.split('`').enumerate().map(part).collect()
}
