//! What is asked about the documents: the decision, or one of the views beside it.

use super::Session;
use crate::judgement::Side;

/// A question about the documents; those beside the decision are answered by views that are loaded when they are
/// first asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Question {
    /// Can this client call this agent?
    #[default]
    Decision,
    /// Who can call this agent?
    Callers,
    /// What changed since another card?
    Compare,
    /// Is this card still what was reviewed?
    Lock,
    /// What is this card in 1.0?
    Migrate,
    /// Which of many agents can this client call?
    Registry,
    /// Which signatures of this card hold?
    Signatures,
}

impl Question {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Decision,
        Self::Callers,
        Self::Compare,
        Self::Lock,
        Self::Migrate,
        Self::Registry,
        Self::Signatures,
    ];

    /// Its name in the page's address and among the views.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Callers => "callers",
            Self::Compare => "compare",
            Self::Lock => "lock",
            Self::Migrate => "migrate",
            Self::Registry => "registry",
            Self::Signatures => "signatures",
        }
    }

    /// How it is called on the page.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Decision => "Decision",
            Self::Callers => "Who can call this?",
            Self::Compare => "Compare cards",
            Self::Lock => "Lock",
            Self::Migrate => "Migrate",
            Self::Registry => "Registry",
            Self::Signatures => "Signatures",
        }
    }

    /// The question that the query of an address asks.
    pub(crate) fn asked_by(query: &str) -> Self {
        let name = view_in(query);
        Self::ALL.into_iter().find(|question| Some(question.as_str()) == name).unwrap_or_default()
    }

    /// The query that asks it.
    pub(crate) fn query(self) -> String {
        if self == Self::default() { String::new() } else { ["?view=", self.as_str()].concat() }
    }
}

/// What the query of an address wants to see.
fn view_in(query: &str) -> Option<&str> {
    query.trim_start_matches('?').split('&').find_map(|parameter| parameter.strip_prefix("view="))
}

impl Session {
    /// The page as the query of its address asks for it.
    pub(crate) fn asked_by(mut self, query: &str) -> Self {
        self.question = Question::asked_by(query);
        self.matrix = view_in(query) == Some("matrix");
        self
    }

    /// Puts a text in the place of a document, and decides.
    pub(super) fn put(&mut self, side: Side, text: &str) {
        let before = self.about_to_replace();
        self.question = Question::Decision;
        match side {
            Side::Card => {
                self.forget_fetch();
                self.put_card(text);
            }
            Side::Profile => {
                self.profile.put(text, false);
                self.fix_result = None;
                self.read(Side::Profile, false);
                self.reveal_refusal();
            }
        }
        self.put_aside(before);
    }

    /// Puts another card in place, and goes on with its first skill.
    pub(super) fn put_card(&mut self, text: &str) {
        self.card.put(text, false);
        self.fix_result = None;
        self.forget_class_of_example();
        self.example = None;
        self.skill = None;
        self.forget_looks();
        self.read(Side::Card, false);
        if self.card.error.is_none() {
            self.skill = self.skills.first().map(|skill| skill.id.clone());
            self.judge();
            self.reveal_refusal();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use yew::Reducible;

    use super::*;
    use crate::gallery::GALLERY;
    use crate::state::Action;
    use crate::state::tests::had_back;

    #[test]
    fn a_question_is_asked_by_the_address() {
        for question in Question::ALL {
            assert_eq!(Question::asked_by(&question.query()), question);
        }
        assert_eq!(Question::asked_by("?other=1&view=compare"), Question::Compare);
        assert_eq!(Question::asked_by("?view=<script>"), Question::Decision);
        let matrix = Session::default().asked_by("?embed=1&view=matrix");
        assert!(matrix.matrix && matrix.question == Question::Decision);
    }

    #[test]
    fn what_a_view_puts_in_place_is_decided_on_and_takes_no_work_away() {
        let mine = Rc::new(Session::default().asked_by("?view=compare"));
        let mine = mine.reduce(Action::Edited(Side::Card, "{ my work".into()));
        let Some(example) = GALLERY.get(2) else { return };
        let put = mine.reduce(Action::Put(Side::Card, example.card.clone()));
        assert_eq!((put.question, put.example), (Question::Decision, None));
        assert_eq!(put.skill.as_ref(), put.skills.first().map(|skill| &skill.id));
        let put = put.reduce(Action::Put(Side::Profile, example.profile.clone()));
        assert_eq!(&*put.profile.text, example.profile.as_str());
        assert_eq!(&*put.card.text, example.card.as_str());
        let restored = had_back(put);
        assert_eq!(&*restored.card.text, "{ my work");
    }
}
