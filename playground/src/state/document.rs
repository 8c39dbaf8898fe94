//! A document as it stands in its editor.

use a2a_negotiator::{Fix, InputError};

use crate::shared::Shared;

/// What an editor can be told to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Show a place.
    Reveal {
        /// The UTF-16 offset.
        offset: usize,
        /// Whether the caret goes there too.
        focus: bool,
    },
    /// Apply a fix, as one step that can be undone.
    Apply(Shared<Fix>),
    /// Apply a JSON Patch in the same way, given as JSON.
    Patch(Shared<str>),
    /// Take back the last of these, and nothing that was edited since.
    TakeBack,
}

/// What an editor was told to do last, and the how many-th command that was, so that the same can be asked
/// for again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LastCommand {
    /// The command.
    pub(crate) command: Command,
    number: u32,
}

/// A document as it stands in its editor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Document {
    /// The text.
    pub(crate) text: Shared<str>,
    /// The text that the page, not a hand, put in place last. The same text put again is another one.
    pub(crate) put: Shared<str>,
    /// Why the text cannot be read, if it cannot.
    pub(crate) error: Option<Shared<InputError>>,
    /// What its editor was told to do last.
    pub(crate) told: Option<LastCommand>,
    /// Whether the text that was put was itself somebody's work.
    pub(super) put_is_work: bool,
}

impl Document {
    pub(super) fn empty() -> Self {
        let text = Shared::<str>::from("");
        Self { put: text.clone(), text, error: None, told: None, put_is_work: false }
    }

    /// Whether the text holds no work of anybody.
    pub(crate) fn is_pristine(&self) -> bool {
        !self.put_is_work && *self.text == *self.put
    }

    /// Tells the editor to do something.
    pub(super) fn tell(&mut self, command: Command) {
        let number = self.told.as_ref().map_or(0, |told| told.number) + 1;
        self.told = Some(LastCommand { command, number });
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
