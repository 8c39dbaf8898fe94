//! The gallery: examples to start from, each with what it promises.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::prose::prose;
use crate::app::Dispatch;
use crate::gallery::{Example, GALLERY};
use crate::state::Action;

pub(crate) fn gallery_picker(example: Option<usize>, pristine: bool, dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let onchange = move |event: Event| {
        let chosen =
            event.target_dyn_into::<HtmlSelectElement>().and_then(|select| select.value().parse().ok());
        if let Some(index) = chosen {
            dispatch.dispatch(Action::ExampleChosen(index));
        }
    };
    let option = |(index, entry): (usize, &Example)| {
        html! {
            <option value={index.to_string()} selected={example == Some(index)}>
                { format!("{}: {}", entry.title, entry.promise) }
            </option>
        }
    };
    let about = example.and_then(|index| GALLERY.get(index)).map(|entry| entry.note.as_str());
    html! {
        <div class="gallery">
            <label class="field">
                <span>
                    { "Example" }
                    if example.is_some() && !pristine {
                        <em class="edited">{ "edited" }</em>
                    }
                </span>
                <select id="example" {onchange}>
                    if example.is_none() {
                        <option value="" selected=true disabled=true>{ "a card of your own" }</option>
                    }
                    { for GALLERY.iter().enumerate().map(option) }
                </select>
            </label>
            if let Some(about) = about {
                <p class="gallery-note">{ prose(about) }</p>
            }
        </div>
    }
}
