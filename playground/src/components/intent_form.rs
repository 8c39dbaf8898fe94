//! What the call is for: a skill of the card, and a class of task.

use a2a_negotiator::TaskClass;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::Dispatch;
use crate::shown::shown;
use crate::state::{Action, Session, SkillOption};
use crate::wording;

/// How much of a skill's name is shown.
const NAME: usize = 80;

/// How many skills can be chosen from; a longer list is of no help to anybody.
const SKILLS_SHOWN: usize = 1000;

pub(crate) fn intent_form(session: &Session, dispatch: &Dispatch) -> Html {
    let on_class = dispatch.clone();
    let on_class = move |event: Event| {
        let chosen = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
        let class = TaskClass::ALL.into_iter().find(|class| chosen.as_deref() == Some(class.as_str()));
        if let Some(class) = class {
            on_class.dispatch(Action::TaskClassChosen(class));
        }
    };
    let class = |class: TaskClass| {
        html! {
            <option value={class.as_str()} selected={class == session.task_class}>{ wording::task_class(class) }</option>
        }
    };
    html! {
        <div class="intent">
            <label class="field">
                <span>{ "Skill to call" }</span>
                { skill_select(session, dispatch) }
            </label>
            <label class="field">
                <span>{ "Class of task" }</span>
                <select id="task-class" onchange={on_class}>{ for TaskClass::ALL.into_iter().map(class) }</select>
            </label>
        </div>
    }
}

/// The options' values are their places in the list, since an id may be any text, and may stand twice.
fn skill_select(session: &Session, dispatch: &Dispatch) -> Html {
    let onchange = {
        let (dispatch, skills) = (dispatch.clone(), session.skills.clone());
        move |event: Event| {
            let Some(select) = event.target_dyn_into::<HtmlSelectElement>() else { return };
            let skill = select.value().parse::<usize>().ok().and_then(|index| skills.get(index));
            dispatch.dispatch(Action::SkillChosen(skill.map(|skill| skill.id.clone())));
        }
    };
    let asked = session.skill.as_deref();
    let chosen = asked.and_then(|id| session.skills.iter().position(|skill| skill.id == id));
    let option = |(index, skill): (usize, &SkillOption)| {
        let text = match &skill.name {
            Some(name) if *name != skill.id => format!("{} ({})", shown(&skill.id, NAME), shown(name, NAME)),
            _ => shown(&skill.id, NAME),
        };
        html! { <option value={index.to_string()} selected={chosen == Some(index)}>{ text }</option> }
    };
    html! {
        <select id="skill" {onchange}>
            if let (Some(id), None) = (asked, chosen) {
                <option value="absent" selected=true disabled=true>{ format!("{} (not on this card)", shown(id, NAME)) }</option>
            }
            { for session.skills.iter().enumerate().take(SKILLS_SHOWN).map(option) }
            <option value="none" selected={asked.is_none()}>{ "no skill: the card's defaults" }</option>
        </select>
    }
}
