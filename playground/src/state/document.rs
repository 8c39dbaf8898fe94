//! A document as it stands in its editor.

use a2a_negotiator::InputError;

use crate::shared::Shared;

/// A document as it stands in its editor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Document {
    /// The text.
    pub(crate) text: Shared<str>,
    /// The text that the page, not a hand, put in place last. The same text put again is another one.
    pub(crate) put: Shared<str>,
    /// Why the text cannot be read, if it cannot.
    pub(crate) error: Option<Shared<InputError>>,
    /// Whether the text that was put was itself somebody's work.
    put_is_work: bool,
}

impl Document {
    pub(super) fn empty() -> Self {
        let text = Shared::<str>::from("");
        Self { put: text.clone(), text, error: None, put_is_work: false }
    }

    /// Whether the text holds no work of anybody.
    pub(crate) fn is_pristine(&self) -> bool {
        !self.put_is_work && *self.text == *self.put
    }

    /// Puts another text in place; `is_work` where it is somebody's.
    pub(super) fn put(&mut self, text: &str, is_work: bool) {
        self.text = one_kind_of_line_break(text);
        self.put = self.text.clone();
        self.put_is_work = is_work;
    }
}

/// Editors know one line break only, and places are counted in what they hold.
fn one_kind_of_line_break(text: &str) -> Shared<str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").as_str().into()
    } else {
        text.into()
    }
}
