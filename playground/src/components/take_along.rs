//! What is decided, to be taken along: as a link to this page, and as Markdown.

use yew::prelude::*;

use super::copy_button::CopyButton;
use crate::judgement::Judgement;
use crate::report::report;
use crate::shared::Shared;
use crate::state::Session;

pub(crate) fn take_along(session: &Session, judgement: &Shared<Judgement>) -> Html {
    let kept = {
        let session = session.clone();
        Callback::from(move |()| session.kept(session.chosen))
    };
    let markdown = {
        let judgement = judgement.clone();
        Callback::from(move |()| report(&judgement))
    };
    // What was copied is another thing once the texts are others.
    let version = session.card.text.len() + session.profile.text.len();
    html! {
        <div class="take-along">
            <CopyButton label="Copy link" text={kept} as_link=true {version} />
            <CopyButton label="Copy as Markdown" text={markdown} {version} />
        </div>
    }
}
