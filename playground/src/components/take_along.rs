//! What is decided, to be taken along: as a link to this page, and as Markdown.

use yew::prelude::*;

use super::copy_button::CopyButton;
use super::element::button;
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::report::report;
use crate::shared::Shared;
use crate::state::{Action, Session};

pub(crate) fn take_along(session: &Session, judgement: &Shared<Judgement>, dispatch: &Dispatch) -> Html {
    let kept = {
        let session = session.clone();
        Callback::from(move |()| session.kept())
    };
    let (link, step) = match session.chosen {
        Some(step) => ("Copy link to this step", step.as_str()),
        None => ("Copy link", ""),
    };
    let markdown = {
        let judgement = judgement.clone();
        Callback::from(move |()| report(&judgement))
    };
    let dispatch = dispatch.clone();
    // What was copied is another thing once the texts are others.
    let version = session.card.text.len() + session.profile.text.len();
    html! {
        <div class="take-along">
            <CopyButton label={link} text={kept} as_link={step} {version} />
            <CopyButton label="Copy as Markdown" text={markdown} {version} />
            if session.pinned.is_none() {
                { button("quiet-button", "Pin, to compare with", move |_| dispatch.dispatch(Action::PinToggled)) }
            }
        </div>
    }
}
