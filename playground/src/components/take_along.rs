//! What is decided, to be taken along: as a link to this page, as Markdown, as code and as a case for tests; or
//! pinned, to compare with.

use yew::prelude::*;

use super::copy_button::CopyButton;
use super::element::{button, element};
use crate::app::Dispatch;
use crate::judgement::Judgement;
use crate::report;
use crate::shared::Shared;
use crate::state::{Action, Session};

pub(crate) fn take_along(session: &Session, judgement: &Shared<Judgement>, dispatch: &Dispatch) -> Html {
    let kept = {
        let session = session.clone();
        Callback::from(move |()| session.kept())
    };
    let (link, short, step) = match session.chosen {
        Some(step) => ("Copy link to this step", "Link to this step", step.as_str()),
        None => ("Copy link", "Link", ""),
    };
    // A link holds the texts as they stand; the others, what was decided of earlier ones.
    let is_stale = session.is_stale();
    // What was copied is another thing once the texts are others.
    let version = session.card.text.len() + session.profile.text.len();
    let copy = |label: &'static str, short: &'static str, text: fn(&Judgement) -> String| {
        let judgement = judgement.clone();
        let text = Callback::from(move |()| text(&judgement));
        html! { <CopyButton {label} {short} {text} {version} disabled={is_stale} /> }
    };
    let dispatch = dispatch.clone();
    html! {
        <div class="take-along">
            { element("span", "", html! { "Copy" }) }
            <CopyButton label={link} short={short} text={kept} as_link={step} {version} />
            { copy("Copy as Markdown", "Markdown", report::markdown) }
            { copy("Copy as TypeScript", "TypeScript", report::typescript) }
            { copy("Copy as test case", "Test case", report::test_case) }
            if is_stale {
                <p>{ "The others are to be had once the text can be read." }</p>
            } else if session.pinned.is_none() {
                { button("quiet-button", "Pin this outcome", move |_| dispatch.dispatch(Action::PinToggled)) }
            }
        </div>
    }
}
