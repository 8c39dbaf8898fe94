//! Elements that the page is made of again and again. `html!` writes an element out in full wherever it stands;
//! what stands in many places is smaller as a call.

use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::VTag;

use super::prose::prose;
use crate::shown::shown;
use crate::wording::Status;

/// An element that has nothing but a class.
pub(crate) fn element(tag: &'static str, class: &str, content: Html) -> Html {
    let mut element = VTag::new(tag);
    if !class.is_empty() {
        element.add_attribute("class", class.to_owned());
    }
    element.add_child(content);
    element.into()
}

/// An element with a class that is not always the same. `html!` would make a set of every one.
pub(crate) fn classed(class: &str, element: Html) -> Html {
    match element {
        Html::VTag(mut tag) => {
            Rc::make_mut(&mut tag).add_attribute("class", class.to_owned());
            Html::VTag(tag)
        }
        other => other,
    }
}

/// A paragraph that says a message, which must have been made fit to be shown.
pub(crate) fn paragraph(class: &str, message: &str) -> Html {
    element("p", class, prose(message))
}

/// A foreign text as code, cut to so many characters.
pub(crate) fn code(text: &str, most: usize) -> Html {
    html! { <code>{ shown(text, most) }</code> }
}

/// The word of a status, in its colour.
pub(crate) fn status_word(status: Status) -> Html {
    element("span", &["status ", status.class].concat(), html! { status.word })
}

/// The same with its mark before it.
pub(crate) fn marked_word(status: Status) -> Html {
    let words = html! { <><span aria-hidden="true">{ status.mark }</span>{ " " }{ status.word }</> };
    element("span", &["status ", status.class].concat(), words)
}

/// A mark. The word that says the same stands beside it, so that it is hidden from those who listen.
pub(crate) fn mark(status: Status) -> Html {
    classed(&["mark ", status.class].concat(), html! { <span aria-hidden="true">{ status.mark }</span> })
}

/// A list of several things.
pub(crate) fn list(class: &str, things: impl Iterator<Item = Html>) -> Html {
    element("ul", class, things.map(|thing| html! { <li>{ thing }</li> }).collect())
}

/// A button of which there is nothing to say but what is written on it.
pub(crate) fn button(class: &str, label: &str, on_press: impl Fn(MouseEvent) + 'static) -> Html {
    let (label, on_press) = (label.to_owned(), Callback::from(on_press));
    classed(class, html! { <button type="button" onclick={on_press}>{ label }</button> })
}

/// A button that leads to the findings (see `playground/web/going.js`).
pub(crate) fn to_findings(label: &str) -> Html {
    html! { <button type="button" class="place" data-goes-to="findings-title">{ label.to_owned() }</button> }
}

/// A part of the decision under a title of its own, with what stands beside the title.
pub(crate) fn block(id: &'static str, title: Html, beside: Html, content: Html) -> Html {
    html! {
        <section class="block" aria-labelledby={id}>
            <div class="block-head"><h2 {id}>{ title }</h2>{ beside }</div>
            { content }
        </section>
    }
}
