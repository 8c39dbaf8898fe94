//! What is worth knowing about the page itself.

use yew::prelude::*;

pub(crate) fn page_footer() -> Html {
    html! {
        <footer class="page-footer">
            <p>
                { "Everything is decided in this page. It sends nothing but the fetch that you ask for." }
            </p>
            <p>
                { "In an editor, " }
                <kbd>{ "Ctrl+F" }</kbd>{ " searches, " }
                <kbd>{ "F8" }</kbd>{ " finds the next finding, " }
                <kbd>{ "Tab" }</kbd>{ " leaves." }
            </p>
            <p>{ concat!("a2a-negotiator ", env!("CARGO_PKG_VERSION")) }</p>
        </footer>
    }
}
