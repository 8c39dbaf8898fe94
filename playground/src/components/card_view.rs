//! An answer to a question beside the decision: the `<card-view>` element of `playground/web/views`.

use a2a_json::{Json, Object};
use js_sys::Promise;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, EventTarget};
use yew::prelude::*;

use super::listening::{Listening, whole};
use crate::app::Dispatch;
use crate::judgement::{Judgement, Side};
use crate::shared::Shared;
use crate::state::{Action, Fold, Question, Session};

#[wasm_bindgen]
extern "C" {
    /// The element. Its method fails where its script could not be loaded.
    #[wasm_bindgen(extends = EventTarget)]
    type CardViewElement;

    #[wasm_bindgen(method, catch)]
    fn show(
        this: &CardViewElement,
        name: &str,
        card: &str,
        profile: &str,
        intent: &str,
    ) -> Result<Promise, JsValue>;
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct CardViewProps {
    /// The view.
    name: &'static str,
    card: Shared<str>,
    profile: Shared<str>,
    /// The intent, as JSON.
    intent: AttrValue,
    dispatch: Dispatch,
}

/// The view that answers the question which is asked, of the texts as they stand.
pub(crate) fn view_of_question(session: &Session, dispatch: &Dispatch) -> Html {
    let (card, profile) = (session.card.text.clone(), session.profile.text.clone());
    card_view(session.question.as_str(), (card, profile), session.skill.as_deref(), session, dispatch)
}

/// A view about the call that was decided on.
pub(crate) fn view_of_call(
    fold: Fold,
    session: &Session,
    judgement: &Judgement,
    dispatch: &Dispatch,
) -> Html {
    let (card, profile) = (judgement.card_read.text.clone(), judgement.profile_read.text.clone());
    card_view(fold.as_str(), (card, profile), judgement.intent.skill.as_deref(), session, dispatch)
}

fn card_view(
    name: &'static str,
    (card, profile): (Shared<str>, Shared<str>),
    skill: Option<&str>,
    session: &Session,
    dispatch: &Dispatch,
) -> Html {
    let mut intent = Object::new();
    if let Some(skill) = skill {
        intent.insert("skill", skill);
    }
    intent.insert("taskClass", session.task_class.as_str());
    intent.insert("cardNumber", u64::from(session.card_number));
    if let Some(pinned) = session.pinned.as_ref().filter(|_| session.question == Question::Compare) {
        intent.insert("pinnedCard", &*pinned.card_read.text);
    }
    if let Some(judgement) = session.judgement.as_ref().filter(|_| session.question == Question::Migrate) {
        let unknown = judgement.card_read.reading.unknown_fields();
        let unknown: Vec<Json<'_>> =
            unknown.iter().map(|pointer| pointer.as_str().to_owned().into()).collect();
        intent.insert("unknownFields", unknown);
    }
    let intent = Json::from(intent).to_text();
    html! { <CardView {name} {card} {profile} {intent} dispatch={dispatch.clone()} /> }
}

#[function_component]
pub(crate) fn CardView(props: &CardViewProps) -> Html {
    let node = use_node_ref();
    use_effect_with((node.clone(), props.dispatch.clone()), |(node, dispatch)| {
        let dispatch = dispatch.clone();
        let kinds =
            &["place", "put-card", "put-profile", "decide", "choose-skill", "patch-card", "undo-card"];
        let listening = node.get().map(EventTarget::from).map(|element| {
            Listening::new(element, kinds, move |event| {
                if let Some(action) = told(&event) {
                    dispatch.dispatch(action);
                }
            })
        });
        move || drop(listening)
    });
    use_effect_with((node.clone(), props.clone()), |(node, props)| {
        if let Some(element) = node.get() {
            let element: CardViewElement = element.unchecked_into();
            // Without its script it is empty, and there is nothing to be done about that here.
            drop(element.show(props.name, &props.card, &props.profile, &props.intent));
        }
    });
    html! { <card-view ref={node} /> }
}

/// What a view tells.
fn told(event: &CustomEvent) -> Option<Action> {
    let detail = event.detail();
    let text = || detail.as_string();
    match event.type_().as_str() {
        "place" => detail.as_f64().map(|offset| Action::PlaceChosen(Side::Card, whole(offset))),
        "put-card" => text().map(|text| Action::Put(Side::Card, text)),
        "put-profile" => text().map(|text| Action::Put(Side::Profile, text)),
        "decide" => Some(Action::QuestionAsked(Question::Decision)),
        "patch-card" => text().map(|patch| Action::CardPatched(patch.as_str().into())),
        "undo-card" => Some(Action::FixTakenBack(Side::Card)),
        "choose-skill" => Some(Action::SkillChosen(text())),
        _ => None,
    }
}
