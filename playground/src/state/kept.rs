//! What the page holds as one text, to be kept as a draft and carried by a link.

use a2a_json::{Json, Object, Parser};
use a2a_negotiator::limits::MAX_DEPTH;
use a2a_negotiator::{StepId, TaskClass};

use super::{Session, SetAside};
use crate::gallery::{Example, GALLERY, NAMES};
use crate::judgement::Side;

impl Session {
    /// What the page holds, without what is as in the example that it came from: what a link carries.
    pub(crate) fn kept(&self) -> String {
        Json::from(self.kept_object()).to_text()
    }

    /// The same with what can be had back, which is for nobody else.
    pub(crate) fn draft(&self) -> String {
        let mut draft = self.kept_object();
        SetAside::add_to(&self.set_aside, &mut draft);
        Json::from(draft).to_text()
    }

    pub(super) fn kept_object(&self) -> Object<'_> {
        let mut kept = Object::new();
        let example = self.example.and_then(|index| GALLERY.get(index));
        if let Some(example) = example {
            kept.insert("example", example.name);
        }
        let documents =
            [(Side::Card, example.map(|of| &of.card)), (Side::Profile, example.map(|of| &of.profile))];
        for (side, of_example) in documents {
            let text = &*self.document(side).text;
            if of_example.is_none_or(|of_example| of_example != text) {
                kept.insert(side.word(), text);
            }
        }
        if example.is_none_or(|of| of.intent.skill != self.skill) {
            kept.insert("skill", self.skill.as_deref().map_or(Json::Null, Json::from));
        }
        if example.is_none_or(|of| of.intent.task_class != self.task_class) {
            kept.insert("taskClass", self.task_class.as_str());
        }
        kept
    }

    /// Takes a draft, yet to be read; `false` where it holds no two documents.
    pub(super) fn take_draft(&mut self, draft: &str) -> bool {
        let Ok(draft) = Parser::new(draft, MAX_DEPTH).value() else { return false };
        self.set_aside = SetAside::of(&draft);
        self.take_kept(&draft).is_some()
    }

    /// Opens what was kept; `false` where that holds no two documents, and then nothing has changed.
    pub(super) fn open(&mut self, kept: &str) -> bool {
        let Ok(kept) = Parser::new(kept, MAX_DEPTH).value() else { return false };
        let Some(step) = self.take_kept(&kept) else { return false };
        self.read_anew();
        if kept.part("onlyItsSkills").and_then(Json::as_bool).unwrap_or_default() {
            self.forget_unknown_skill();
        }
        match StepId::TRACE.into_iter().find(|known| known.as_str() == step) {
            Some(step) => self.toggle(step),
            None => self.reveal_refusal(),
        }
        true
    }

    /// Takes what was kept, yet to be read; gives the name of the step that is to be shown. `None` where it holds no two documents.
    pub(super) fn take_kept(&mut self, kept: &Json<'_>) -> Option<String> {
        let part = |name: &str| kept.part(name);
        let words = |name: &str| part(name).and_then(Json::as_str);
        let index = words("example").and_then(|name| NAMES.iter().position(|known| *known == name));
        let example = index.and_then(|index| GALLERY.get(index));
        let text = |side: Side, of: fn(&Example) -> &String| {
            words(side.word()).or(example.map(|example| of(example).as_str()))
        };
        let card = text(Side::Card, |example| &example.card)?;
        let profile = text(Side::Profile, |example| &example.profile)?;
        self.card.put(card, words("card").is_some());
        self.profile.put(profile, words("profile").is_some());
        self.example = index;
        self.skill = match part("skill") {
            Some(skill) => skill.as_str().map(str::to_owned),
            None => example.and_then(|example| example.intent.skill.clone()),
        };
        let class = words("taskClass")
            .and_then(|name| TaskClass::ALL.into_iter().find(|class| class.as_str() == name))
            .or(example.map(|example| example.intent.task_class));
        self.task_class = class.unwrap_or_default();
        Some(words("step").unwrap_or_default().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use yew::Reducible;

    use super::*;
    use crate::state::Action;
    use crate::state::tests::had_back;

    fn after(actions: Vec<Action>) -> Rc<Session> {
        actions.into_iter().fold(Rc::new(Session::default()), Session::reduce)
    }

    #[test]
    fn what_is_as_in_the_example_is_left_out() {
        assert_eq!(after(vec![]).kept(), r#"{"example":"research-agent"}"#);
        let session = after(vec![
            Action::ExampleChosen(2),
            Action::SkillChosen(None),
            Action::TaskClassChosen(TaskClass::FireAndForget),
        ]);
        assert_eq!(
            session.kept(),
            r#"{"example":"no-shared-output","skill":null,"taskClass":"fireAndForget"}"#
        );
    }

    #[test]
    fn what_was_kept_opens_as_it_was() {
        let session = after(vec![
            Action::ExampleChosen(3),
            Action::Edited(Side::Profile, "{ \"accepts\": [".into()),
            Action::SkillChosen(None),
            Action::TaskClassChosen(TaskClass::LiveInput),
        ]);
        let kept = session.kept().replace("{\"example\"", "{\"step\":\"interface\",\"example\"");
        let opened = after(vec![Action::Opened(kept)]);
        assert_eq!(
            (&*opened.card.text, &*opened.profile.text),
            (&*session.card.text, &*session.profile.text)
        );
        assert_eq!((opened.example, &opened.skill), (session.example, &session.skill));
        assert_eq!((opened.task_class, opened.chosen), (session.task_class, Some(StepId::Interface)));
        assert!(opened.card.is_pristine() && !opened.profile.is_pristine());
        assert!(opened.profile.error.is_some());
        assert!(opened.set_aside.is_empty(), "nothing of anybody's was replaced");
    }

    #[test]
    fn what_cannot_be_opened_changes_nothing_and_is_said() {
        for kept in
            ["", "[]", "{", "{}", r#"{"card":"{}"}"#, r#"{"example":"unknown"}"#, r#"{"card":1,"profile":2}"#]
        {
            let session = after(vec![Action::Opened(kept.into())]);
            assert!(session.link_problem.is_some(), "{kept}");
            assert_eq!(session.kept(), r#"{"example":"research-agent"}"#);
        }
    }

    #[test]
    fn a_card_may_be_opened_without_a_skill_that_it_does_not_have() {
        let first = after(vec![]);
        let opened = |card: &str, rest: &str| {
            let card = Json::from(card).to_text();
            let kept =
                format!("{{\"example\":\"research-agent\",\"card\":{card},{rest}\"onlyItsSkills\":true}}");
            Rc::clone(&first).reduce(Action::Opened(kept))
        };
        assert!(first.skill.is_some());
        assert_eq!(opened(&first.card.text, "").skill, first.skill);
        let other = opened(r#"{"name":"Echo","skills":[{"id":"echo"}]}"#, "");
        let judged_for = other.judgement.as_ref().map(|judgement| judgement.intent.skill.clone());
        assert_eq!((&other.skill, judged_for), (&None, Some(None)));
        assert_eq!(opened("[]", "").skill, None);
    }

    #[test]
    fn a_link_does_not_take_work_away() {
        let mine = after(vec![Action::Edited(Side::Card, "{ my work".into())]);
        let opened = mine.reduce(Action::Opened(r#"{"example":"card-of-0.3"}"#.into()));
        let restored = had_back(opened);
        assert_eq!(&*restored.card.text, "{ my work");
    }

    #[test]
    fn what_was_set_aside_is_of_the_draft_and_of_no_link() {
        let mine = Action::Edited(Side::Card, "{ my work".into());
        let moved =
            after(vec![mine, Action::TaskClassChosen(TaskClass::LiveInput), Action::ExampleChosen(3)]);
        assert!(!moved.kept().contains("my work"));
        let reloaded = Rc::new(Session::unread(Some(&moved.draft())));
        assert_eq!(reloaded.kept(), moved.kept());
        let offered: Vec<_> =
            reloaded.set_aside.iter().map(|one| (one.card_was_edited, one.profile_was_edited)).collect();
        assert_eq!(offered, [(true, false)]);
        let restored = had_back(reloaded);
        assert_eq!((&*restored.card.text, restored.task_class), ("{ my work", TaskClass::LiveInput));
        assert!(restored.set_aside.is_empty() && !restored.draft().contains("setAside"));
        assert!(!restored.card.is_pristine() && restored.profile.is_pristine());
    }

    #[test]
    fn a_link_replaces_nothing_that_is_the_same_or_empty() {
        let mine = after(vec![Action::Edited(Side::Card, "{ my work".into())]);
        let draft = Rc::new(Session::unread(Some(&mine.draft())));
        assert!(Rc::clone(&draft).reduce(Action::Opened(mine.kept())).set_aside.is_empty());
        assert!(draft.reduce(Action::Opened(r#"{"example":"card-of-0.3"}"#.into())).set_aside.len() == 1);

        let emptied = after(vec![Action::Edited(Side::Card, " \n".into())]);
        let opened = emptied.reduce(Action::Opened(r#"{"example":"card-of-0.3"}"#.into()));
        assert!(opened.set_aside.is_empty());
    }
}
