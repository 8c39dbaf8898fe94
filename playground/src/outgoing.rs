//! The request that the plan of an accepted call means, for a sample message that fits the plan.

use a2a_json::{Json, Object};
use a2a_negotiator::{CallPlan, InputError, Operation, Request, RequestStyle, build_request, format_request};

use crate::operations::is_send;

/// What a message for a plan holds: the first of the plan's media types that is text, else its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content<'p> {
    /// Text.
    Text,
    /// Data, of this media type.
    Data(&'p str),
    /// A file, of this media type.
    File(&'p str),
}

impl<'p> Content<'p> {
    pub(crate) fn of(plan: &'p CallPlan) -> Self {
        let modes = &plan.input_modes;
        match modes.first() {
            Some(mode) if !modes.iter().any(|mode| mode.starts_with("text")) => {
                if mode == "data" || mode.ends_with("json") { Self::Data(mode) } else { Self::File(mode) }
            }
            _ => Self::Text,
        }
    }

    /// What is asked for to make a message of.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Text => "Text of the message",
            Self::Data(_) => "Text in the message's data",
            Self::File(_) => "URL of the file",
        }
    }

    /// What the message holds before anybody writes.
    pub(crate) const fn sample(self) -> &'static str {
        match self {
            Self::Text | Self::Data(_) => "Hello, what can you do?",
            Self::File(_) => "https://client.example.com/file",
        }
    }

    /// The message, as JSON.
    fn message(self, words: &str) -> String {
        let mut part = Object::new();
        let mode = match self {
            Self::Text => {
                part.insert("text", words);
                None
            }
            Self::Data(mode) => {
                let mut data = Object::new();
                data.insert("text", words);
                part.insert("data", data);
                Some(mode)
            }
            Self::File(mode) => {
                part.insert("url", words);
                Some(mode)
            }
        };
        // The older words for kinds of parts are no media types.
        if let Some(mode) = mode.filter(|mode| mode.contains('/')) {
            part.insert("mediaType", mode);
        }
        let mut message = Object::new();
        message.insert("messageId", "message-1");
        message.insert("parts", vec![Json::from(part)]);
        Json::from(message).to_text()
    }
}

/// The request of an operation; an error where the plan has no such operation.
pub(crate) fn request(plan: &CallPlan, operation: Operation, words: &str) -> Result<Request, InputError> {
    let message = if is_send(operation) { Content::of(plan).message(words) } else { "null".into() };
    let mut options = Object::new();
    options.insert("operation", operation.as_str());
    let (about_task, about_config) = match operation {
        Operation::SendMessage
        | Operation::SendStreamingMessage
        | Operation::ListTasks
        | Operation::GetExtendedAgentCard => (false, false),
        Operation::GetTaskPushNotificationConfig | Operation::DeleteTaskPushNotificationConfig => {
            (true, true)
        }
        _ => (true, false),
    };
    if about_task {
        options.insert("taskId", "task-1");
    }
    if about_config {
        options.insert("configId", "config-1");
    }
    build_request(plan, &message, &Json::from(options).to_text())
}

/// The forms in which a request is shown, in the order of the page, each with what it is called.
pub(crate) const STYLES: [(RequestStyle, &str); 3] =
    [(RequestStyle::Http, "HTTP"), (RequestStyle::Curl, "curl"), (RequestStyle::Fetch, "TypeScript")];

/// A request in the forms that it has. Of what has no form, why.
pub(crate) fn forms(request: &Request) -> (Vec<(&'static str, String)>, Option<InputError>) {
    let mut forms = Vec::new();
    let mut why = None;
    for (style, name) in STYLES {
        let name = if request.binding == "GRPC" { "grpcurl" } else { name };
        match format_request(request, style) {
            Ok(text) => forms.push((name, text)),
            Err(error) => why = Some(error),
        }
    }
    (forms, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery::{GALLERY, NAMES};
    use crate::operations::own_send;
    use a2a_negotiator::{Options, negotiate, read_card, read_profile};

    fn plan(name: &str) -> Option<CallPlan> {
        let example = GALLERY.get(NAMES.iter().position(|known| *known == name)?)?;
        let (card, profile) = (read_card(&example.card).ok()?, read_profile(&example.profile).ok()?);
        negotiate(&card, &profile, &example.intent, &Options::default()).plan().cloned()
    }

    #[test]
    fn every_plan_of_the_gallery_has_its_request_without_findings() -> Result<(), InputError> {
        let mut seen = 0;
        for plan in NAMES.iter().filter_map(|name| plan(name)) {
            let request = request(&plan, own_send(&plan), Content::of(&plan).sample())?;
            assert_eq!(request.findings, [], "{plan:?}");
            assert!(!forms(&request).0.is_empty());
            seen += 1;
        }
        assert!(seen > 3);
        Ok(())
    }

    #[test]
    fn the_message_is_of_a_media_type_of_the_plan() -> Result<(), &'static str> {
        let mut plan = plan("research-agent").ok_or("a plan")?;
        let message = |plan: &CallPlan| Content::of(plan).message("it");
        plan.input_modes = vec!["application/json".into(), "text/plain".into()];
        assert_eq!(message(&plan), r#"{"messageId":"message-1","parts":[{"text":"it"}]}"#);
        plan.input_modes = vec!["application/json".into()];
        assert_eq!(
            message(&plan),
            r#"{"messageId":"message-1","parts":[{"data":{"text":"it"},"mediaType":"application/json"}]}"#
        );
        plan.input_modes = vec!["audio/wav".into()];
        assert_eq!(
            message(&plan),
            r#"{"messageId":"message-1","parts":[{"url":"it","mediaType":"audio/wav"}]}"#
        );
        Ok(())
    }

    #[test]
    fn over_grpc_there_is_one_form_and_a_reason() -> Result<(), InputError> {
        let Some(mut plan) = plan("research-agent") else { return Ok(()) };
        assert_eq!(plan.binding, "GRPC");
        let names = |plan: &CallPlan| -> Result<(Vec<&str>, bool), InputError> {
            let (forms, why) = forms(&request(plan, Operation::GetTask, "")?);
            Ok((forms.iter().map(|(name, _)| *name).collect(), why.is_some()))
        };
        assert_eq!(names(&plan)?, (vec!["grpcurl"], true));
        plan.binding = "HTTP+JSON".into();
        assert_eq!(names(&plan)?, (vec!["HTTP", "curl", "TypeScript"], false));
        Ok(())
    }

    #[test]
    fn what_the_version_does_not_have_is_an_error() {
        let plan = plan("card-of-0.3").map(|plan| CallPlan { binding: "JSONRPC".into(), ..plan });
        assert!(plan.is_some_and(|plan| {
            request(&plan, Operation::ListTasks, "").is_err()
                && request(&plan, Operation::GetTask, "").is_ok()
        }));
    }
}
