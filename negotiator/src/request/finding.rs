//! What is odd in a message for a plan, or in the plan itself, without keeping the request from being built.

use serde::Serialize;

use crate::codes::codes;
use crate::finding::finding_codes;
use crate::json::{Json, Object};
use crate::limits::{MAX_FINDINGS, MAX_TEXT_BYTES};
use crate::pointer::Path;
use crate::words::{list, quote};
use crate::{CallPlan, Pointer, Severity};

use super::Shape;
use super::message::{Message, is_wrapped};

/// Something odd about a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestFinding {
    /// How much it matters.
    pub severity: Severity,
    /// What kind of oddity this is; stable.
    pub code: RequestFindingCode,
    /// What was found, what was done, and what to do.
    pub message: String,
    /// Which argument it is about.
    pub target: RequestDocument,
    /// Where in that argument.
    pub pointer: Pointer,
}

/// What a finding about a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum RequestDocument {
    /// The plan.
    Plan,
    /// The message.
    Message,
}

finding_codes! {
    /// The kind of a finding about a request. Stable: a code is never renamed or given another meaning.
    RequestFindingCode {
        /// A part has a media type that the plan does not name among its input modes.
        InputModeNotPlanned "inputModeNotPlanned" Warning;
        /// Something has no place in a request of this version: it was left out, or put in another form.
        NotCarried "notCarried" Warning;
        /// A credential is not in the request, since it has no place there; whoever sends it has to add it.
        CredentialNotPlaced "credentialNotPlaced" Error;
        /// The message mixes payment vocabulary of 0.3 with a plan of 1.0.
        PaymentVocabulary "paymentVocabulary" Warning;
        /// The message carries payment data, and the plan does not activate the extension that gives it a meaning.
        PaymentWithoutExtension "paymentWithoutExtension" Warning;
        /// A payment of x402 is neither as its Standalone flow has it nor as its Embedded flow.
        PaymentFlow "paymentFlow" Warning;
        /// The message says that a payment is submitted and carries none; a quotation is no authority to pay.
        PaymentWithoutAuthority "paymentWithoutAuthority" Warning;
    }
}

/// The findings of a request, while it is built.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<RequestFinding>,
    bytes: usize,
    /// How many are not listed, and of which kind the first of them is.
    left_out: Option<(RequestFindingCode, usize)>,
}

impl Findings {
    pub(super) fn of_plan(&mut self, code: RequestFindingCode, pointer: impl Into<Pointer>, message: String) {
        self.add(code, RequestDocument::Plan, pointer.into(), message);
    }

    /// Of these a message can ask for any number.
    pub(super) fn of_message(&mut self, code: RequestFindingCode, path: &Path<'_>, message: &[&str]) {
        if self.list.len() < MAX_FINDINGS && self.bytes < MAX_TEXT_BYTES {
            self.add(code, RequestDocument::Message, path.into(), message.concat());
        } else {
            self.left_out.get_or_insert((code, 0)).1 += 1;
        }
    }

    /// All of them, and how many more there are.
    pub(super) fn end(mut self) -> Vec<RequestFinding> {
        if let Some((code, count)) = self.left_out {
            let more = " more findings are not listed; mend those that are, and look again";
            self.add(code, RequestDocument::Message, Pointer::root(), [&count.to_string(), more].concat());
        }
        self.list
    }

    fn add(&mut self, code: RequestFindingCode, target: RequestDocument, pointer: Pointer, message: String) {
        self.bytes += pointer.as_str().len() + message.len();
        self.list.push(RequestFinding { severity: code.severity(), code, message, target, pointer });
    }

    /// What is odd in a message for a plan.
    pub(super) fn look_at_message(&mut self, message: &Message, plan: &CallPlan, shape: Shape) {
        let root = &Path::Root;
        let parts = &root.key("parts");
        for (index, part) in message.parts().enumerate() {
            let path = &parts.index(index);
            if let Some(mode) = unplanned(part, &plan.input_modes) {
                let planned = list(&plan.input_modes, "and");
                let message = [
                    "this part is ",
                    &quote(mode),
                    ", and the plan was made for ",
                    &planned,
                    "; negotiate again with what is sent",
                ];
                self.of_message(RequestFindingCode::InputModeNotPlanned, path, &message);
            }
            if is_wrapped(part, shape) {
                let message = "data is an object before 1.0; it goes out as the `value` of one";
                self.of_message(RequestFindingCode::NotCarried, &path.key("data"), &[message]);
            }
            if part.get("text").is_some() && part.get("mediaType").is_some() && shape != Shape::V1_0 {
                let message = "text has no media type before 1.0; it goes out without";
                self.of_message(RequestFindingCode::NotCarried, &path.key("mediaType"), &[message]);
            }
            if let Some(data) = part.get("data") {
                self.look_for_payments(data, &path.key("data"), plan);
            }
        }
        if shape == Shape::Proto0_3 && message.0.get("referenceTaskIds").is_some() {
            let message = "0.3 has no such field on this binding; it was left out";
            self.of_message(RequestFindingCode::NotCarried, &root.key("referenceTaskIds"), &[message]);
        }
        if let Some(metadata) = message.0.get("metadata") {
            self.look_for_payments(metadata, &root.key("metadata"), plan);
            self.look_at_payment(metadata, message);
        }
    }
}

/// The media type of a part that is none of the plan's.
fn unplanned<'p>(part: &'p Object<'_>, modes: &[String]) -> Option<&'p str> {
    let media_type = part.get("mediaType").and_then(Json::as_str);
    // What says no more than its kind may be any type of that kind, older words included.
    let kind = ["text", "data"].into_iter().find(|kind| part.get(kind).is_some());
    let is_planned = |mode: &String| match media_type {
        Some(media_type) => mode == media_type,
        None if kind == Some("text") => mode.starts_with("text"),
        None => mode == "data" || mode.contains("json"),
    };
    media_type.or(kind).filter(|_| !modes.iter().any(is_planned))
}
