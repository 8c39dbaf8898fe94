//! The `<json-editor>` element of `playground/web/editor`, and what it is told to show.

use a2a_negotiator::{Decision, InputError, Location, Severity, StepId};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::judgement::{Judgement, Side};
use crate::shown::{MESSAGE, shown};

#[wasm_bindgen]
extern "C" {
    /// The element. Its methods fail where its script could not be loaded.
    #[wasm_bindgen(extends = web_sys::EventTarget)]
    pub(crate) type JsonEditorElement;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn text(this: &JsonEditorElement) -> Option<String>;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn replace(this: &JsonEditorElement, text: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn patch(this: &JsonEditorElement, patch: &str) -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = takeBack)]
    pub(crate) fn take_back(this: &JsonEditorElement) -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn annotate(this: &JsonEditorElement, annotations: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn reveal(this: &JsonEditorElement, offset: u32, focus: bool) -> Result<(), JsValue>;
}

/// What an editor shows beside its text.
#[derive(Serialize)]
struct Annotations {
    diagnostics: Vec<Diagnostic>,
    marks: Vec<Mark>,
}

/// A message at a range.
#[derive(Serialize)]
struct Diagnostic {
    from: usize,
    to: usize,
    severity: &'static str,
    message: String,
}

/// Whole lines that stand out.
#[derive(Serialize)]
struct Mark {
    from: usize,
    to: usize,
    kind: &'static str,
}

/// What a side's editor shows, as JSON: of a text that cannot be read, where; otherwise the findings,
/// the places of refusals, and those of the chosen step.
pub(crate) fn annotations(
    side: Side,
    error: Option<&InputError>,
    judgement: Option<&Judgement>,
    chosen: Option<StepId>,
) -> String {
    let annotations = match (error, judgement) {
        (Some(error), _) => of_error(error),
        (None, Some(judgement)) => of_judgement(side, judgement, chosen),
        (None, None) => Annotations { diagnostics: Vec::new(), marks: Vec::new() },
    };
    // Plain numbers and texts can always be written.
    a2a_json::to_text(&annotations).unwrap_or_default()
}

fn of_error(error: &InputError) -> Annotations {
    let offset = error.position.map_or(0, |position| position.offset);
    let message = format!("{}\n{}", shown(&error.message, MESSAGE), shown(&error.help, MESSAGE));
    Annotations {
        diagnostics: vec![Diagnostic { from: offset, to: offset + 1, severity: "error", message }],
        marks: vec![Mark { from: offset, to: offset, kind: "refused" }],
    }
}

fn of_judgement(side: Side, judgement: &Judgement, chosen: Option<StepId>) -> Annotations {
    let mut diagnostics = Vec::new();
    let mut marks = Vec::new();
    for finding in judgement.findings().iter().filter(|finding| Side::of(finding.target) == side) {
        if let Some(place) = judgement.place(side, &finding.pointer) {
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "info",
            };
            diagnostics.push(diagnostic(place, severity, shown(&finding.message, MESSAGE)));
        }
    }
    for degradation in &judgement.outcome.degradations {
        for pointer in crate::judgement::degradation_pointers(degradation, side) {
            if let Some(place) = judgement.place(side, pointer) {
                let message = format!("degraded: {}", shown(&degradation.message, MESSAGE));
                diagnostics.push(diagnostic(place, "hint", message));
            }
        }
    }
    let refusals = judgement.outcome.steps.iter().filter_map(|step| step.rejection.as_ref());
    let unlisted = judgement.outcome.rejection().filter(|rejection| judgement.step(rejection.step).is_none());
    for rejection in refusals.chain(unlisted) {
        let decides = judgement.outcome.rejection().is_some_and(|first| first.step == rejection.step);
        let (said, severity, kind) = if decides && judgement.outcome.decision() == Decision::Escalate {
            ("to be settled after", "warning", "escalated")
        } else {
            ("refused at", "error", "refused")
        };
        for pointer in crate::judgement::rejection_pointers(rejection, side) {
            if let Some(place) = judgement.place(side, pointer) {
                let title = rejection.step.title().to_ascii_lowercase();
                let message = format!("{said} {title}: {}", shown(&rejection.message, MESSAGE));
                diagnostics.push(diagnostic(place, severity, message));
                marks.push(mark(place, kind));
            }
        }
    }
    if let Some(id) = chosen {
        marks.extend(judgement.step_places(side, id).into_iter().map(|place| mark(place, "chosen")));
    }
    Annotations { diagnostics, marks }
}

/// A message at a value; where the value goes over several lines, at its key or its first character.
fn diagnostic(place: &Location, severity: &'static str, message: String) -> Diagnostic {
    let from = place.key.offset;
    let to = if place.key.line == place.end.line {
        place.end.offset
    } else if place.key == place.start {
        from + 1
    } else {
        place.start.offset
    };
    Diagnostic { from, to, severity, message }
}

const fn mark(place: &Location, kind: &'static str) -> Mark {
    Mark { from: place.key.offset, to: place.end.offset, kind }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use serde_json::Value;
    use yew::Reducible;

    use super::*;
    use crate::gallery::NAMES;
    use crate::state::{Action, Session};

    fn shown_after(actions: Vec<Action>, side: Side) -> Value {
        let session = actions.into_iter().fold(Rc::new(Session::default()), Session::reduce);
        let error = session.document(side).error.as_deref();
        let annotations = annotations(side, error, session.judgement.as_deref(), session.chosen);
        serde_json::from_str(&annotations).unwrap_or_default()
    }

    #[test]
    fn a_broken_text_shows_its_error_and_nothing_else() {
        let text = "{\n  \"name\" 1\n}";
        let annotations = shown_after(vec![Action::Edited(Side::Card, text.into())], Side::Card);
        let offset = annotations["diagnostics"][0]["from"].as_u64();
        assert_eq!(offset, Some(11));
        assert_eq!(annotations["marks"][0]["kind"], "refused");
        assert_eq!(annotations["diagnostics"].as_array().map(Vec::len), Some(1));
    }

    fn index_of(name: &str) -> usize {
        NAMES.iter().position(|known| *known == name).unwrap_or(usize::MAX)
    }

    #[test]
    fn what_is_to_be_settled_and_what_is_gone_without_are_said_in_their_own_words() {
        let settled = shown_after(vec![Action::ExampleChosen(index_of("speech-to-settle"))], Side::Card);
        let kinds: Vec<_> = settled["marks"].as_array().into_iter().flatten().collect();
        assert!(!kinds.is_empty() && kinds.iter().all(|mark| mark["kind"] == "escalated"), "{settled}");
        assert!(settled.to_string().contains("to be settled after negotiability: "), "{settled}");

        let degraded =
            shown_after(vec![Action::ExampleChosen(index_of("push-under-mutual-tls"))], Side::Profile);
        let hints = degraded["diagnostics"].as_array().into_iter().flatten();
        let hints: Vec<_> = hints.filter(|diagnostic| diagnostic["severity"] == "hint").collect();
        assert!(!hints.is_empty(), "{degraded}");
        assert!(hints.iter().all(|hint| hint["message"].to_string().contains("degraded: ")), "{degraded}");
    }

    #[test]
    fn a_refusal_marks_both_documents() {
        for side in [Side::Card, Side::Profile] {
            let annotations = shown_after(vec![Action::ExampleChosen(2)], side);
            let refused = annotations["marks"]
                .as_array()
                .is_some_and(|marks| marks.iter().any(|mark| mark["kind"] == "refused"));
            assert!(refused, "{side:?}");
        }
    }
}
