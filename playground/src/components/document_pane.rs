//! A document in its editor, with whether it could be read.

use yew::prelude::*;

use super::element::{button, classed, element, mark, paragraph};
use super::fetch_form::FetchForm;
use super::fix_notice::fix_notice;
use super::json_editor::JsonEditor;
use super::prose::prose;
use crate::app::Dispatch;
use crate::editor::annotations;
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
                    { paragraph("pane-hint", "what the client can, never a secret") }
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

/// Whether the document could be read, and as what.
fn reading(side: Side, session: &Session, dispatch: &Dispatch) -> Html {
    if let Some(error) = &session.document(side).error {
        let status = Status { mark: "✗", word: "cannot be read", class: "refused" };
        let place = error.position.map(|position| {
            let dispatch = dispatch.clone();
            let onclick = move |_: MouseEvent| dispatch.dispatch(Action::PlaceChosen(side, position.offset));
            button("place", &format!("line {}, column {}", position.line, position.column), onclick)
        });
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
    let findings = if findings == 0 { "no findings".into() } else { wording::count(findings, "finding") };
    html! {
        <div class="reading">
            { paragraph("", &format!("{read}, {findings}")) }
            if side == Side::Profile {
                <p class="reading-keys"><kbd>{ "Ctrl+Space" }</kbd>{ " completes" }</p>
            }
        </div>
    }
}
