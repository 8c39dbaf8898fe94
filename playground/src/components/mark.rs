//! A mark. The word that says the same stands beside it, so that it is hidden from those who listen.

use yew::prelude::*;

use crate::wording::Status;

pub(crate) fn mark(status: Status) -> Html {
    html! { <span class={classes!("mark", status.class)} aria-hidden="true">{ status.mark }</span> }
}
