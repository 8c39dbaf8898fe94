//! The request as it goes out, in forms that can be copied.

use a2a_negotiator::{CallPlan, InputError, Operation, Request};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};
use super::copy_button::CopyButton;
use super::element::paragraph;
use super::fold::fold;
use super::pretty::pretty;
use super::tabs::tabs;
use crate::app::Dispatch;
use crate::operations::{is_send, own_send};
use crate::outgoing::{Content, forms, request};
use crate::shown::{LABEL, sentence, shown};
use crate::state::{Action, CallAction, Fold, Session};

/// How many characters of a request are shown; copying gives it whole.
const MOST_CHARACTERS: usize = 20_000;

pub(crate) fn request_panel(session: &Session, plan: &CallPlan, dispatch: &Dispatch) -> Html {
    fold(Fold::Request, "The request as it goes out", session, dispatch, || body(plan, session, dispatch))
}

fn body(plan: &CallPlan, session: &Session, dispatch: &Dispatch) -> Html {
    let content = Content::of(plan);
    let words = session.call.words.as_deref().unwrap_or(content.sample());
    // Another plan may not have the operation that was chosen.
    let chosen = session.call.operation.filter(|operation| request(plan, *operation, words).is_ok());
    let operation = chosen.unwrap_or(own_send(plan));
    let oninput = {
        let dispatch = dispatch.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let words = input.value().as_str().into();
                dispatch.dispatch(Action::OfCall(CallAction::WordsWritten(words)));
            }
        }
    };
    html! {
        <div class="fold-body">
            <div class="fold-fields">
                <label class="field">
                    <span>{ "Operation" }</span>
                    { operations(plan, operation, words, dispatch) }
                </label>
                if is_send(operation) {
                    <label class="field">
                        <span>{ content.label() }</span>
                        <input type="text" value={words.to_owned()} {oninput} autocomplete="off" />
                    </label>
                }
            </div>
            { match request(plan, operation, words) {
                Ok(request) => outgoing(&request, session, dispatch),
                Err(error) => problem(&error),
            } }
        </div>
    }
}

fn operations(plan: &CallPlan, chosen: Operation, words: &str, dispatch: &Dispatch) -> Html {
    let on_choose = {
        let dispatch = dispatch.clone();
        move |value: String| {
            let operation = Operation::ALL.into_iter().find(|operation| operation.as_str() == value);
            dispatch.dispatch(Action::OfCall(CallAction::OperationChosen(operation)));
        }
    };
    let option = |operation: Operation| {
        let is_gone = request(plan, operation, words).is_err();
        let name = operation.as_str();
        let note = match operation {
            _ if is_gone => " (not in this plan)",
            _ if operation == own_send(plan) => " (planned)",
            _ => "",
        };
        ChoiceOption { is_gone, ..ChoiceOption::new(name, [name, note].concat()) }
    };
    let options: Vec<ChoiceOption> = Operation::ALL.into_iter().map(option).collect();
    html! { <Choice id="operation" {options} chosen={chosen.as_str()} {on_choose} /> }
}

fn problem(error: &InputError) -> Html {
    hint(&[&*sentence(&error.message), " ", &sentence(&error.help)].concat())
}

fn hint(message: &str) -> Html {
    paragraph("fold-hint", message)
}

fn outgoing(request: &Request, session: &Session, dispatch: &Dispatch) -> Html {
    let (mut texts, why) = forms(request);
    for (_, text) in &mut texts {
        // The body of a text of HTTP is easier to read over several lines, and means the same.
        if let Some((head, body)) = text.split_once("\n\n") {
            *text = [head, "\n\n", &pretty(body), "\n"].concat();
        }
    }
    let form = session.call.form.min(texts.len().saturating_sub(1));
    let to_copy = texts.get(form).map(|(_, text)| text.clone()).unwrap_or_default();
    // The button forgets that it has copied when the text is another one.
    let version = to_copy.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let to_show: Vec<_> = texts.iter().map(|(name, text)| (*name, shown(text, MOST_CHARACTERS))).collect();
    let on_choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |form| dispatch.dispatch(Action::OfCall(CallAction::FormChosen(form))))
    };
    html! {
        <>
            <div class="request-forms">
                { tabs("request", &to_show, form, &on_choose) }
                <CopyButton label="Copy the request" text={Callback::from(move |()| to_copy.clone())} {version} />
            </div>
            if let Some(why) = why {
                { hint(&sentence(&why.message)) }
            }
            { secrets(request) }
            { for request.findings.iter().map(|finding| hint(&sentence(&finding.message))) }
        </>
    }
}

/// What stands in the place of secrets.
fn secrets(request: &Request) -> Html {
    let code = |text: &str| ["`", &shown(text, LABEL).replace('`', "'"), "`"].concat();
    let placeholders: Vec<String> = request
        .credentials
        .iter()
        .map(|credential| code(&credential.placeholder))
        .chain(request.push_secrets.iter().map(|secret| code(&secret.placeholder)))
        .collect();
    if placeholders.is_empty() {
        return Html::default();
    }
    let (verb, noun) = if placeholders.len() == 1 { ("stands", "a secret") } else { ("stand", "secrets") };
    let words = format!(
        "{} {verb} for {noun} that the client holds, in commands and code a variable whose name starts with `A2A_`. No secret is ever in a card, a profile or a plan.",
        placeholders.join(" and ")
    );
    hint(&words)
}
