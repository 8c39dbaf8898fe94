//! A document in its editor, with whether it could be read.

use yew::prelude::*;

use super::element::{button, classed, element, mark, paragraph, to_findings};
use super::fetch_form::{FetchForm, start};
use super::fix_notice::fix_notice;
use super::json_editor::JsonEditor;
use super::prose::prose;
use crate::app::Dispatch;
use crate::editor::annotations;
use crate::fetch::addresses;
use crate::gallery::GALLERY;
use crate::judgement::Side;
use crate::shown::sentence;
use crate::state::{Action, Session};
use crate::wording::{self, Status};

pub(crate) fn document_pane(side: Side, session: &Session, dispatch: &Dispatch) -> Html {
    let document = session.document(side);
    let judgement = session.judgement.as_deref();
    let annotations = annotations(side, document.error.as_deref(), judgement, session.chosen);
    let (class, title, label, schema) = match side {
        Side::Card => ("card-pane", "Agent card", "Agent card, JSON", None),
        Side::Profile => ("profile-pane", "Client profile", "Client profile, JSON", Some("client-profile")),
    };
    let shows_form = side == Side::Profile && session.form;
    let title_id = format!("{class}-title");
    let section = html! {
        <section aria-labelledby={title_id.clone()}>
            <div class="pane-head">
                <h2 id={title_id}>{ title }</h2>
                if side == Side::Card {
                    { paragraph("pane-hint", "paste yours here, or") }
                    <FetchForm progress={session.fetch.clone()} dispatch={dispatch.clone()} />
                } else {
                    <client-name example={is_of_example(session).then_some("")} />
                    { paragraph("pane-hint", "never a secret") }
                    { profile_tools(session, dispatch) }
                }
            </div>
            { fix_notice(side, session, dispatch) }
            <JsonEditor
                {side}
                {label}
                {schema}
                put={document.put.clone()}
                {annotations}
                told={document.told.clone()}
                dispatch={dispatch.clone()}
            />
            if shows_form {
                <profile-form />
            }
            { reading(side, session, dispatch) }
        </section>
    };
    let shown = if shows_form { " shows-form" } else { "" };
    classed(&["pane document-pane ", class, shown].concat(), section)
}

/// Whether the profile is the one of the example that is chosen.
fn is_of_example(session: &Session) -> bool {
    let example = session.example.and_then(|index| GALLERY.get(index));
    example.is_some_and(|example| *session.profile.text == *example.profile)
}

/// The profile in its other view, and other profiles.
fn profile_tools(session: &Session, dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let toggle = move |_: MouseEvent| dispatch.dispatch(Action::FormToggled);
    html! {
        <div class="pane-tools">
            <button type="button" class="quiet-button" onclick={toggle} aria-pressed={session.form.to_string()}>
                { "Form" }
            </button>
            <button type="button" class="quiet-button" data-opens="presets" aria-haspopup="dialog">{ "Presets" }</button>
        </div>
    }
}

/// The address that stands where a card belongs.
fn address_in(side: Side, session: &Session) -> Option<String> {
    let text = session.card.text.trim();
    let is_address = side == Side::Card && text.starts_with("http") && text.contains("://");
    (is_address && addresses(text).is_ok()).then(|| text.to_owned())
}

/// Whether the document could be read, and as what.
fn reading(side: Side, session: &Session, dispatch: &Dispatch) -> Html {
    if let Some(error) = &session.document(side).error {
        let status = Status { mark: "✗", word: "cannot be read", class: "refused" };
        let place = error.position.map(|position| {
            let dispatch = dispatch.clone();
            let onclick = move |_: MouseEvent| dispatch.dispatch(Action::PlaceChosen(side, position.offset));
            button("place", &format!("line {}, column {}", position.line, position.column), onclick)
        });
        if let Some(address) = address_in(side, session) {
            let dispatch = dispatch.clone();
            let onclick = move |_: MouseEvent| start(&address, dispatch.clone());
            return html! {
                <p class="reading refused">
                    { mark(status) }
                    <span>
                        { element("strong", "", html! { "This is an address and no card: " }) }
                        { button("quiet-button", "Fetch the card from there", onclick) }
                    </span>
                </p>
            };
        }
        return html! {
            <p class="reading refused">
                { mark(status) }
                <span>
                    { element("strong", "", html! { "Cannot be read: " }) }
                    { prose(&sentence(&error.message)) }
                    { " " }
                    { prose(&sentence(&error.help)) }
                    { for place }
                </span>
            </p>
        };
    }
    let findings = session.judgement.as_ref().map_or(0, |judgement| {
        judgement.outcome.findings.iter().filter(|finding| Side::of(finding.target) == side).count()
    });
    let generation = session.judgement.as_ref().and_then(|judgement| judgement.generation);
    let read = match (side, generation) {
        (Side::Card, Some(generation)) => format!("Read as a card of {}", generation.as_str()),
        (Side::Card, None) => "Read, but not a card".into(),
        (Side::Profile, _) => "Read".into(),
    };
    let findings = if findings == 0 {
        html! { ", no findings" }
    } else {
        to_findings(&wording::count(findings, "finding"))
    };
    html! {
        <div class="reading">
            <p>{ read }{ findings }</p>
            if side == Side::Profile {
                <p class="reading-keys"><kbd>{ "Ctrl+Space" }</kbd>{ " completes" }</p>
            }
        </div>
    }
}
