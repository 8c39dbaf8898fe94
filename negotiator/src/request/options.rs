//! The options of a request.

use crate::json::{Json, Object};
use crate::pointer::Path;
use crate::shape::{Check, Fields, FromJson, Mistakes, check_object, check_text};

use super::Operation;

macro_rules! options {
    ($($(#[doc = $about:literal])+ $field:ident $name:literal $check:ident $shape:ty;)+) => {
        const OPTIONS: &[(&str, Check)] = &[$(($name, $check)),+];

        /// What to ask for, and how. Each operation takes its own options; one that means nothing to it is
        /// an error.
        #[cfg(feature = "schema")]
        #[derive(Debug, schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        pub struct RequestOptions {
            $($(#[doc = $about])+ #[schemars(rename = $name)] pub $field: Option<$shape>,)+
        }
    };
}

options! {
    /// The operation; left out, the plan's own way to send.
    operation "operation" check_operation Operation;
    /// The task that is asked about. What a message belongs to stands in the message.
    task_id "taskId" check_text String;
    /// For `listTasks`: the context whose tasks are wanted.
    context_id "contextId" check_text String;
    /// The id of a push notification configuration.
    config_id "configId" check_text String;
    /// How many of the task's last messages are wanted.
    history_length "historyLength" check_number u32;
    /// For lists: how many entries are wanted.
    page_size "pageSize" check_number u32;
    /// For lists: the token of the page that is wanted, as the answer before gave it.
    page_token "pageToken" check_text String;
    /// For `listTasks`: the state of the tasks that are wanted, such as `TASK_STATE_WORKING`.
    status "status" check_text String;
    /// For `listTasks`: since when (ISO 8601) the status of the tasks that are wanted has changed.
    status_timestamp_after "statusTimestampAfter" check_text String;
    /// For `listTasks`: whether artifacts are wanted.
    include_artifacts "includeArtifacts" check_bool bool;
    /// For sending and cancelling: metadata of the request.
    metadata "metadata" check_object serde_json::Map<String, serde_json::Value>;
    /// The id of the request over JSON-RPC, a string or a whole number; 1 when left out.
    request_id "requestId" check_id RequestId;
    /// Over HTTP+JSON: whether the tenant goes into the path, for servers that look for it there.
    tenant_in_path "tenantInPath" check_bool bool;
    /// Over HTTP+JSON: the method to subscribe with. The specification's text says `POST`, which is the
    /// default, and its proto file `GET`.
    subscribe_method "subscribeMethod" check_method HttpMethod;
    /// A name for the token that push notifications are to carry. The token is given at send time, in the
    /// place of `{name}`.
    push_token "pushToken" check_text String;
}

/// The id of a JSON-RPC request.
#[cfg(feature = "schema")]
#[derive(Debug, schemars::JsonSchema)]
#[schemars(untagged, inline)]
pub enum RequestId {
    /// A number.
    Number(u32),
    /// A string.
    String(String),
}

/// A method to subscribe with.
#[cfg(feature = "schema")]
#[derive(Clone, Copy, Debug, schemars::JsonSchema)]
#[schemars(inline, rename_all = "UPPERCASE")]
pub enum HttpMethod {
    /// As the specification's text has it.
    Post,
    /// As the specification's proto file has it.
    Get,
}

/// Options as they were given.
pub(super) struct Given(Object<'static>);

impl FromJson for Given {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        fields.check(OPTIONS);
        fields.end();
        json.as_object().map(|object| Self(object.clone().into_owned()))
    }
}

fn check_operation(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    let _ = Operation::from_json(json, path, mistakes);
}

fn check_number(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if !matches!(json, Json::Number(number) if number.parse::<u32>().is_ok()) {
        mistakes.expected(json, path, "a whole number that is not negative");
    }
}

fn check_bool(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if json.as_bool().is_none() {
        mistakes.expected(json, path, "`true` or `false`");
    }
}

fn check_id(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if json.as_str().is_none() {
        check_number(json, path, mistakes);
    }
}

fn check_method(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) {
    if !matches!(json.as_str(), Some("GET" | "POST")) {
        mistakes.expected(json, path, "`POST` or `GET`");
    }
}

impl Given {
    pub(super) fn get(&self, name: &str) -> Option<&Json<'static>> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// The value of an option as it stands in a path or a query.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(plain)
    }

    /// The names of the options that are given.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name)
    }

    pub(super) fn operation(&self) -> Option<Operation> {
        let name = self.get("operation")?.as_str()?;
        Operation::ALL.into_iter().find(|operation| operation.as_str() == name)
    }
}

/// A value as it stands in a path or a query.
pub(super) fn plain(value: &Json<'_>) -> String {
    value.as_str().map_or_else(|| value.to_text(), str::to_owned)
}
