//! What else can be asked about the documents, as a quiet row of links.

use yew::prelude::*;

use crate::app::Dispatch;
use crate::state::{Action, Question, Session};

pub(crate) fn question_links(session: &Session, dispatch: &Dispatch) -> Html {
    let link = |question: Question| {
        let dispatch = dispatch.clone();
        let onclick = move |event: MouseEvent| {
            // Elsewhere, such as in a new tab, it is a link like any other.
            if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
                event.prevent_default();
                dispatch.dispatch(Action::QuestionAsked(question));
            }
        };
        let href = if question == Question::Decision { "?".into() } else { question.query() };
        let current = (question == session.question).then_some("page");
        html! { <a {href} {onclick} aria-current={current}>{ question.title() }</a> }
    };
    html! { <nav class="questions" aria-label="Questions about the documents">{ for Question::ALL.into_iter().map(link) }</nav> }
}
