//! The WebAssembly bindings: JSON text in, plain objects out.
//!
//! Text is what comes in because a parser of text has limits and says where it stopped: walking an
//! object of the caller's would overflow the stack on one that is cyclic or deep. The JavaScript around
//! these functions takes objects too, and turns what is thrown here into errors.
#![expect(unreachable_pub, reason = "wasm-bindgen exports public functions only")]

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::engine::parse;
use crate::shape::read_strictly;
use crate::{InputError, Intent, Options};

/// What is thrown: the error, with the document that it is about.
#[derive(Serialize)]
struct Thrown<'e> {
    document: &'static str,
    #[serde(flatten)]
    error: &'e InputError,
}

/// Throws the message of a panic, which as a trap would say nothing but `unreachable`.
#[wasm_bindgen(start)]
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// An agent card that was read once, for several calls.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Card(crate::CardReading);

#[wasm_bindgen]
impl Card {
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Card, JsValue> {
        crate::read_card(text).map(Card).map_err(thrown("card"))
    }
}

/// A client profile that was read once, for several calls.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Profile(crate::ProfileReading);

#[wasm_bindgen]
impl Profile {
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Profile, JsValue> {
        crate::read_profile(text).map(Profile).map_err(thrown("profile"))
    }
}

#[wasm_bindgen]
pub fn negotiate(card: &Card, profile: &Profile, intent: &str, options: &str) -> Result<JsValue, JsValue> {
    let (intent, options) = asked(intent, options)?;
    plain(&crate::negotiate(&card.0, &profile.0, &intent, &options))
}

/// The same for a card of which nothing is kept.
#[wasm_bindgen(js_name = negotiateText)]
pub fn negotiate_text(
    card: &str,
    profile: &Profile,
    intent: &str,
    options: &str,
) -> Result<JsValue, JsValue> {
    let (intent, options) = asked(intent, options)?;
    let outcome = crate::negotiate_text(card, &profile.0, &intent, &options);
    plain(&outcome.map_err(thrown("card"))?)
}

fn asked(intent: &str, options: &str) -> Result<(Intent, Options), JsValue> {
    let intent = crate::read_intent(intent).map_err(thrown("intent"))?;
    Ok((intent, crate::read_options(options).map_err(thrown("options"))?))
}

#[wasm_bindgen]
pub fn judge(card: &str, profile: &Profile, intent: &str) -> Result<JsValue, JsValue> {
    let intent = crate::read_intent(intent).map_err(thrown("intent"))?;
    plain(&crate::judge(card, &profile.0, &intent))
}

#[wasm_bindgen(js_name = readCard)]
pub fn read_card(card: &str) -> Result<JsValue, JsValue> {
    plain(&crate::read_card(card).map_err(thrown("card"))?)
}

#[wasm_bindgen(js_name = checkNegotiable)]
pub fn check_negotiable(card: &str, profile: &str) -> Result<JsValue, JsValue> {
    let card = crate::read_card(card).map_err(thrown("card"))?;
    let profile = crate::read_profile(profile).map_err(thrown("profile"))?;
    card.require_card().map_err(thrown("card"))?;
    plain(&crate::check_negotiable(&card, &profile))
}

/// What is not known is the empty text.
#[wasm_bindgen(js_name = diffCards)]
pub fn diff_cards(old: &str, new: &str, profile: &str, intent: &str) -> Result<JsValue, JsValue> {
    let old = crate::read_card(old).map_err(thrown("old"))?;
    let new = crate::read_card(new).map_err(thrown("new"))?;
    if new.card.is_none() {
        old.require_card().map_err(thrown("old"))?;
    }
    let profile = known(profile).map(crate::read_profile).transpose().map_err(thrown("profile"))?;
    let intent = crate::read_intent(intent).map_err(thrown("intent"))?;
    plain(&crate::diff_cards(&old, &new, profile.as_ref().map(|profile| (profile, &intent))))
}

#[wasm_bindgen(js_name = lockCard)]
pub fn lock_card(card: &str, profile: &str, options: &str) -> Result<JsValue, JsValue> {
    let card = crate::read_card(card).map_err(thrown("card"))?;
    let profile = crate::read_profile(profile).map_err(thrown("profile"))?;
    let options = crate::read_lock_options(options).map_err(thrown("options"))?;
    plain(&crate::lock_card(&card, &profile, &options))
}

#[wasm_bindgen(js_name = migrateCard)]
pub fn migrate_card(card: &str) -> Result<JsValue, JsValue> {
    plain(&crate::migrate_card(card).map_err(thrown("card"))?)
}

/// What is not known is the empty text.
#[wasm_bindgen]
pub fn recover(
    plan: &str,
    failure: &str,
    history: &str,
    card: &str,
    profile: &str,
    intent: &str,
    lock: &str,
) -> Result<JsValue, JsValue> {
    let plan = crate::read_plan(plan).map_err(thrown("plan"))?;
    let failure = crate::read_failure(failure).map_err(thrown("failure"))?;
    let history = crate::read_history(history).map_err(thrown("history"))?;
    let card = known(card).map(crate::read_card).transpose().map_err(thrown("card"))?;
    let profile = known(profile).map(crate::read_profile).transpose().map_err(thrown("profile"))?;
    let intent = known(intent).map(crate::read_intent).transpose().map_err(thrown("intent"))?;
    let lock =
        known(lock).map(crate::read_lockfile).transpose().map_err(thrown("lock"))?.map(std::sync::Arc::new);
    let context = crate::RecoveryContext {
        history: &history,
        card: card.as_ref(),
        profile: profile.as_ref(),
        intent: intent.as_ref(),
        lock: lock.as_ref(),
    };
    plain(&crate::recover(&plan, &failure, &context))
}

#[wasm_bindgen(js_name = buildRequest)]
pub fn build_request(plan: &str, message: &str, options: &str) -> Result<JsValue, JsValue> {
    let plan = crate::read_plan(plan).map_err(thrown("plan"))?;
    let request = crate::request::build(&plan, message, options);
    plain(&request.map_err(|misuse| thrown(misuse.document)(*misuse.error))?)
}

#[wasm_bindgen(js_name = formatRequest)]
pub fn format_request(request: &str, style: &str) -> Result<String, JsValue> {
    let style = style.parse().map_err(thrown("style"))?;
    crate::format_request_json(request, style).map_err(thrown("request"))
}

#[wasm_bindgen]
pub fn explain(outcome: &str) -> Result<String, JsValue> {
    crate::explain_json(outcome).map_err(thrown("outcome"))
}

#[wasm_bindgen]
pub fn locate(text: &str, pointers: &str) -> Result<JsValue, JsValue> {
    let pointers: Vec<crate::Pointer> =
        read_strictly(pointers, "the pointer list").map_err(thrown("pointer"))?;
    plain(&crate::locate_all(text, &pointers))
}

#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

fn known(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// A large value as a plain object. One text that JavaScript parses is faster and smaller than one call
/// for each member.
fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    parse(&a2a_json::to_text(value).unwrap_or_default())
}

/// A small value as a plain object: objects rather than maps, `null` rather than `undefined`.
fn small(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}

fn thrown(document: &'static str) -> impl Fn(InputError) -> JsValue {
    move |error| small(&Thrown { document, error: &error }).unwrap_or_else(|failure| failure)
}
