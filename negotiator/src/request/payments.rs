//! What is odd about payments in a message. An extension is an extension: this points out what does not work or
//! does not pay, and takes part in nothing.

use crate::CallPlan;
use crate::card::payments;
use crate::json::{Json, Object};
use crate::pointer::Path;
use crate::words::quote;

use super::finding::{Findings, RequestFindingCode};
use super::message::Message;

/// The state of a payment of x402, which is no state of the task.
const STATUS: &str = "x402.payment.status";
/// What pays, in the Standalone flow.
const PAYLOAD: &str = "x402.payment.payload";
const SUBMITTED: &str = "payment-submitted";
/// What pays by AP2, and holds what pays by x402 in the Embedded flow. Carts and intents only say what may be paid.
const MANDATE: &str = ".PaymentMandate";

impl Findings {
    /// Looks for words of 0.3, and for data that means nothing without its extension.
    pub(super) fn look_for_payments(&mut self, json: &Json<'_>, path: &Path<'_>, plan: &CallPlan) {
        match json {
            Json::String(text) if plan.version.is_1_0_or_later() => {
                for (older, newer) in payments::OLDER_WORDS.iter().filter(|(older, _)| text.contains(older)) {
                    let message =
                        ["`", older, "` is of 0.3; in 1.0, which the plan speaks, it is `", newer, "`"];
                    self.of_message(RequestFindingCode::PaymentVocabulary, path, &message);
                }
            }
            Json::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.look_for_payments(element, &path.index(index), plan);
                }
            }
            Json::Object(object) => {
                for (key, value) in object.iter() {
                    let path = &path.key(key);
                    let family = key.split('.').next().unwrap_or_default();
                    let is_payment = key != family && payments::FAMILIES.contains(&family);
                    if is_payment && !plan.extensions.iter().any(|uri| uri.contains(family)) {
                        let message = [
                            &*quote(key),
                            " means something to an agent only with the extension of `",
                            family,
                            "`, which the plan does not activate; negotiate with its URI in `extensions` of the profile",
                        ];
                        let code = RequestFindingCode::PaymentWithoutExtension;
                        self.of_message(code, path, &message);
                    }
                    self.look_for_payments(value, path, plan);
                }
            }
            _ => {}
        }
    }

    /// Tells the flows of x402 apart, and a payment from what only speaks of one.
    pub(super) fn look_at_payment(&mut self, metadata: &Json<'_>, message: &Message) {
        let Some(metadata) = metadata.as_object() else { return };
        let is_submitted = metadata.get(STATUS).and_then(Json::as_str) == Some(SUBMITTED);
        let has_payload = metadata.get(PAYLOAD).is_some();
        if !is_submitted && !has_payload {
            return;
        }
        let data = message.parts().filter_map(|part| part.get("data")?.as_object());
        let is_embedded = data.flat_map(Object::iter).any(|(key, _)| key.ends_with(MANDATE));
        let (code, key, problem) = match (has_payload, is_embedded) {
            (false, false) => (
                RequestFindingCode::PaymentWithoutAuthority,
                STATUS,
                "a payment is said to be submitted, and none is there: the Standalone flow has it as `x402.payment.payload` here, the Embedded flow in a payment mandate in a part; a quotation, a cart or an open mandate is no authority to pay",
            ),
            (true, true) => (
                RequestFindingCode::PaymentFlow,
                PAYLOAD,
                "the Standalone flow has the payment here, and the Embedded flow in the payment mandate, which is in a part; give it once",
            ),
            (true, false) if !is_submitted => (
                RequestFindingCode::PaymentFlow,
                PAYLOAD,
                "agents look for a payment where `x402.payment.status` is `payment-submitted`; say so beside it",
            ),
            _ if message.text("taskId").is_empty() => (
                RequestFindingCode::PaymentFlow,
                STATUS,
                "a payment goes to the task that asks for it; give its `taskId`",
            ),
            _ => return,
        };
        self.of_message(code, &Path::Root.key("metadata").key(key), &[problem]);
    }
}
