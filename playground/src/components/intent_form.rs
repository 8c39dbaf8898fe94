//! What the call is for: a skill of the card, and a class of task.

use a2a_negotiator::TaskClass;
use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};
use crate::app::Dispatch;
use crate::shown::{shown, some_of};
use crate::state::{Action, Session, SkillOption};
use crate::wording;

/// How much of a skill's name is shown.
const NAME: usize = 80;

/// How many skills can be chosen from; a longer list is of no help to anybody.
const SKILLS_SHOWN: usize = 1000;

/// Stands for no skill.
const NONE: &str = "none";

/// Stands for a skill that the card does not have.
const ABSENT: &str = "absent";

pub(crate) fn intent_form(session: &Session, dispatch: &Dispatch) -> Html {
    html! {
        <div class="intent">
            <label class="field">
                <span>{ "Skill to call" }</span>
                { skill_choice(session, dispatch) }
            </label>
            <label class="field">
                <span>{ "Class of task" }</span>
                { class_choice(session, dispatch) }
            </label>
        </div>
    }
}

/// The values are places in the list, since an id may be any text, and may stand twice.
fn skill_choice(session: &Session, dispatch: &Dispatch) -> Html {
    let on_choose = {
        let (dispatch, skills) = (dispatch.clone(), session.skills.clone());
        move |value: String| {
            let skill = value.parse::<usize>().ok().and_then(|index| skills.get(index));
            dispatch.dispatch(Action::SkillChosen(skill.map(|skill| skill.id.clone())));
        }
    };
    let place = session.skill.as_deref().map(|id| session.skills.iter().position(|skill| skill.id == id));
    let chosen = match place {
        None => NONE.into(),
        Some(None) => ABSENT.into(),
        Some(Some(index)) => index.to_string(),
    };
    let absent = session.skill.as_deref().filter(|_| chosen == ABSENT).map(|id| ChoiceOption {
        is_gone: true,
        ..ChoiceOption::new(ABSENT, format!("{} (not on this card)", shown(id, NAME)))
    });
    let (some, left_out) = some_of(&session.skills, SKILLS_SHOWN);
    let shown_skills = some.iter().enumerate();
    let skills = shown_skills.map(|(index, skill)| ChoiceOption::new(index.to_string(), skill_text(skill)));
    let none = ChoiceOption::new(NONE, "no skill: the card's defaults");
    let cut = (left_out > 0).then(|| ChoiceOption {
        is_gone: true,
        ..ChoiceOption::new(
            "cut",
            [&wording::count(left_out, "more skill"), " of the card are left out here"].concat(),
        )
    });
    let options: Vec<ChoiceOption> = absent.into_iter().chain(skills).chain(cut).chain([none]).collect();
    html! { <Choice id="skill" {options} {chosen} {on_choose} /> }
}

fn skill_text(skill: &SkillOption) -> String {
    match &skill.name {
        Some(name) if *name != skill.id => format!("{} ({})", shown(&skill.id, NAME), shown(name, NAME)),
        _ => shown(&skill.id, NAME),
    }
}

fn class_choice(session: &Session, dispatch: &Dispatch) -> Html {
    let on_choose = {
        let dispatch = dispatch.clone();
        move |value: String| {
            if let Some(class) = TaskClass::ALL.into_iter().find(|class| class.as_str() == value) {
                dispatch.dispatch(Action::TaskClassChosen(class));
            }
        }
    };
    let option = |class: TaskClass| ChoiceOption::new(class.as_str(), wording::task_class(class));
    let options: Vec<ChoiceOption> = TaskClass::ALL.into_iter().map(option).collect();
    html! { <Choice id="task-class" {options} chosen={session.task_class.as_str()} {on_choose} /> }
}
