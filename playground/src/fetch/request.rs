//! The request itself. It goes out only when somebody asks for it, without credentials or referrer.

use std::cell::Cell;
use std::rc::Rc;

use a2a_negotiator::limits::MAX_TEXT_BYTES;
use gloo_net::http::{Request, RequestBuilder, Response};
use gloo_timers::callback::Timeout;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache, RequestCredentials,
    RequestMode,
};

use super::address::is_loopback;
use super::failure::{Failure, PATIENCE_SECONDS};

/// A card that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fetched {
    /// Where it came from.
    pub(crate) url: String,
    /// Where there was none before.
    pub(crate) missed: Vec<String>,
    /// The text.
    pub(crate) text: String,
}

/// How far a fetch has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Nobody has asked for one, or what came of it is of no more interest.
    #[default]
    NotYet,
    /// It is under way.
    UnderWay(Stop),
    /// The card has come.
    Done {
        /// Where it came from.
        url: String,
        /// Whether there was none at the place before.
        missed: bool,
    },
    /// There is no card.
    Failed(Failure),
}

/// Ends a fetch that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    controller: Option<AbortController>,
    out_of_patience: Rc<Cell<bool>>,
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.out_of_patience, &other.out_of_patience)
    }
}

impl Eq for Stop {}

impl Stop {
    pub(crate) fn new() -> Self {
        Self { controller: AbortController::new().ok(), out_of_patience: Rc::default() }
    }

    pub(crate) fn stop(&self) {
        if let Some(controller) = &self.controller {
            controller.abort();
        }
    }

    fn when_out_of_patience(&self) -> Timeout {
        let stop = self.clone();
        Timeout::new(PATIENCE_SECONDS * 1000, move || {
            stop.out_of_patience.set(true);
            stop.stop();
        })
    }

    fn is_stopped(&self) -> bool {
        self.controller.as_ref().is_some_and(|controller| controller.signal().aborted())
    }
}

/// Tries the addresses in order, until one has a card.
///
/// # Errors
/// Why there is none.
pub(crate) async fn fetch_card(addresses: Vec<String>, stop: Stop) -> Result<Fetched, Failure> {
    let patience = stop.when_out_of_patience();
    let mut missed = Vec::new();
    for url in addresses {
        if is_mixed_content(&url) {
            return Err(Failure::MixedContent { url });
        }
        if web_sys::Url::new(&url).is_err() {
            return Err(Failure::NoAddress("That is not an address a browser can call.".into()));
        }
        let Ok(response) = get(&url, &stop).send().await else {
            return Err(why_no_answer(url, &stop).await);
        };
        match response.status() {
            200..=299 => {
                let text = text_of(&response, &url, &stop).await?;
                drop(patience);
                return Ok(Fetched { url, missed, text });
            }
            404 => missed.push(url),
            status => return Err(Failure::Status { url, status }),
        }
    }
    Err(Failure::NotFound { tried: missed })
}

fn get(url: &str, stop: &Stop) -> RequestBuilder {
    let signal = stop.controller.as_ref().map(AbortController::signal);
    Request::get(url)
        .abort_signal(signal.as_ref())
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
}

/// A browser says the same for an answer that it may not show, a name that nobody has and a bad
/// certificate. Asking again without wanting to see the answer tells the first from the others.
async fn why_no_answer(url: String, stop: &Stop) -> Failure {
    if let Some(failure) = why_stopped(&url, stop) {
        return failure;
    }
    if web_sys::window().is_some_and(|window| !window.navigator().on_line()) && !is_on_this_machine(&url) {
        return Failure::Offline;
    }
    let answers = get(&url, stop).mode(RequestMode::NoCors).send().await.is_ok();
    if let Some(failure) = why_stopped(&url, stop) {
        return failure;
    }
    if answers { Failure::Cors { url } } else { Failure::Unreachable { url } }
}

fn why_stopped(url: &str, stop: &Stop) -> Option<Failure> {
    match (stop.is_stopped(), stop.out_of_patience.get()) {
        (true, true) => Some(Failure::Slow { url: url.to_owned() }),
        (true, false) => Some(Failure::Stopped),
        (false, _) => None,
    }
}

/// Reads the answer, no further than the limit.
async fn text_of(response: &Response, url: &str, stop: &Stop) -> Result<String, Failure> {
    let is_html = response.headers().get("content-type").is_some_and(|kind| kind.contains("text/html"));
    let bytes = match bytes_of(response).await {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(Failure::TooLarge { url: url.to_owned() }),
        Err(_) => {
            return Err(
                why_stopped(url, stop).unwrap_or_else(|| Failure::Unreachable { url: url.to_owned() })
            );
        }
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.is_empty() {
        return Err(Failure::Empty { url: url.to_owned() });
    }
    if start.starts_with('<') || is_html && !start.starts_with(['{', '[']) {
        return Err(Failure::Html { url: url.to_owned() });
    }
    Ok(text)
}

/// The bytes of the answer; `None` where there are more than the limit.
async fn bytes_of(response: &Response) -> Result<Option<Vec<u8>>, JsValue> {
    let mut bytes = Vec::new();
    let Some(stream) = response.body() else { return Ok(Some(bytes)) };
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    loop {
        let chunk = JsFuture::from(reader.read()).await?;
        let value = Reflect::get(&chunk, &"value".into())?;
        if value.is_undefined() {
            return Ok(Some(bytes));
        }
        let part: Uint8Array = value.unchecked_into();
        let before = bytes.len();
        if before + part.length() as usize > MAX_TEXT_BYTES {
            // What the other end makes of the cancellation is of no interest.
            let _ = reader.cancel();
            return Ok(None);
        }
        bytes.extend(part.to_vec());
    }
}

fn is_mixed_content(url: &str) -> bool {
    let on_https = web_sys::window()
        .and_then(|window| window.location().protocol().ok())
        .is_some_and(|protocol| protocol == "https:");
    on_https && url.starts_with("http://") && !is_on_this_machine(url)
}

fn is_on_this_machine(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    is_loopback(rest.split(['/', '?']).next().unwrap_or_default())
}
