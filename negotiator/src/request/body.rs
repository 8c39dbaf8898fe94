//! The fields of a request, in the shape of the plan's version.

use crate::json::{Json, Object};
use crate::plan::{Callback, DeliveryMode};
use crate::{CallPlan, Pointer};

use super::credentials::{PushSecret, placeholder};
use super::message::Message;
use super::options::{Given, plain};
use super::table::Row;
use super::{Misuse, Operation, Shape, wrong};

/// The name of the secret that the agent presents with push notifications.
const PUSH_CREDENTIALS: &str = "pushCredentials";

/// Sets a member. Not generic, since every kind of value would be a function of its own.
pub(super) fn put(object: &mut Object<'static>, key: &'static str, value: Json<'static>) {
    object.insert(key, value);
}

/// What an operation carries.
pub(super) struct Parts<'r> {
    /// The fields of the request, tenant included.
    pub(super) fields: Object<'static>,
    /// The placeholders among them.
    pub(super) secrets: Vec<PushSecret>,
    given: &'r Given,
    row: &'static Row,
    shape: Shape,
}

impl<'r> Parts<'r> {
    pub(super) fn new(
        plan: &CallPlan,
        row: &'static Row,
        given: &'r Given,
        message: Option<&Message>,
        shape: Shape,
    ) -> Result<Self, Misuse> {
        check_options(plan, row, given, shape)?;
        let mut fields = Object::new();
        if let Some(tenant) = plan.tenant.as_ref().filter(|_| shape == Shape::V1_0) {
            put(&mut fields, "tenant", tenant.clone().into());
        }
        let mut parts = Self { fields, secrets: Vec::new(), given, row, shape };
        match message {
            Some(message) => parts.add_message(message, plan),
            None => parts.add_options(),
        }
        if row.operation == Operation::CreateTaskPushNotificationConfig {
            let Some(callback) = &plan.delivery.push else {
                let message = "the plan names no callback, and this operation is about one".into();
                return Err(wrong("plan", "delivery", message, "negotiate with `push` in the profile"));
            };
            parts.add_push_config(callback);
        }
        Ok(parts)
    }

    fn add_message(&mut self, message: &Message, plan: &CallPlan) {
        put(&mut self.fields, "message", message.write(self.shape).into());
        let modes = plan.accepted_output_modes.iter().cloned().map(Json::from);
        let mut configuration = Object::new();
        put(&mut configuration, "acceptedOutputModes", modes.collect::<Vec<_>>().into());
        if let Some(length) = self.given.get("historyLength") {
            put(&mut configuration, "historyLength", length.clone());
        }
        if !self.row.streams {
            let at_once = plan.delivery.return_immediately;
            match self.shape {
                Shape::V1_0 => put(&mut configuration, "returnImmediately", at_once.into()),
                _ => put(&mut configuration, "blocking", (!at_once).into()),
            }
        }
        if let Some(callback) =
            plan.delivery.push.as_ref().filter(|_| plan.delivery.mode == DeliveryMode::Push)
        {
            let field = match self.shape {
                Shape::V1_0 => "taskPushNotificationConfig",
                Shape::V0_3 => "pushNotificationConfig",
                Shape::Proto0_3 => "pushNotification",
            };
            let config = self.push_config(callback, &Pointer::root().key("configuration").key(field));
            put(&mut configuration, field, config.into());
        }
        put(&mut self.fields, "configuration", configuration.into());
        if let Some(metadata) = self.given.get("metadata") {
            put(&mut self.fields, "metadata", metadata.clone());
        }
    }

    /// The options that are fields by themselves.
    fn add_options(&mut self) {
        if self.shape == Shape::Proto0_3
            && let Some(task) = self.given.text("taskId")
        {
            let task = ["tasks/", &task].concat();
            let (field, name) = match (self.row.operation, self.given.text("configId")) {
                (
                    Operation::CreateTaskPushNotificationConfig | Operation::ListTaskPushNotificationConfigs,
                    _,
                ) => ("parent", task),
                (_, Some(config)) => ("name", config_name(&task, &config)),
                (_, None) => ("name", task),
            };
            put(&mut self.fields, field, name.into());
        }
        for (option, in_1_0, in_0_3) in self.row.fields {
            let field = match self.shape {
                Shape::V0_3 => in_0_3,
                Shape::Proto0_3 if matches!(*option, "taskId" | "configId") => continue,
                _ => in_1_0,
            };
            if let Some(value) = self.given.get(option) {
                put(&mut self.fields, field, value.clone());
            }
        }
    }

    fn add_push_config(&mut self, callback: &Callback) {
        let config_pointer = match self.shape {
            Shape::V1_0 => Pointer::root(),
            Shape::V0_3 => Pointer::root().key("pushNotificationConfig"),
            Shape::Proto0_3 => Pointer::root().key("config").key("pushNotificationConfig"),
        };
        let config = self.push_config(callback, &config_pointer);
        match self.shape {
            Shape::V1_0 => {
                for (key, value) in config.iter() {
                    self.fields.insert(key.to_owned(), value.clone());
                }
            }
            Shape::V0_3 => put(&mut self.fields, "pushNotificationConfig", config.into()),
            Shape::Proto0_3 => {
                let mut of_task = Object::new();
                if let (Some(task), Some(id)) = (self.given.text("taskId"), self.given.text("configId")) {
                    put(&mut of_task, "name", config_name(&["tasks/", &task].concat(), &id).into());
                    put(&mut self.fields, "configId", id.into());
                }
                put(&mut of_task, "pushNotificationConfig", config.into());
                put(&mut self.fields, "config", of_task.into());
            }
        }
    }

    /// How the agent is to send push notifications.
    fn push_config(&mut self, callback: &Callback, pointer: &Pointer) -> Object<'static> {
        let mut config = Object::new();
        if let Some(id) = self.given.text("configId") {
            put(&mut config, "id", id.into());
        }
        put(&mut config, "url", callback.url.clone().into());
        if let Some(name) = self.given.text("pushToken") {
            let placeholder = placeholder(&name);
            put(&mut config, "token", placeholder.clone().into());
            self.secrets.push(PushSecret { placeholder, pointer: pointer.key("token") });
        }
        if let Some(authentication) = &callback.authentication {
            let scheme = Json::from(authentication.scheme.clone());
            let mut object = Object::new();
            match self.shape {
                Shape::V1_0 => put(&mut object, "scheme", scheme),
                _ => put(&mut object, "schemes", vec![scheme].into()),
            }
            let placeholder = placeholder(PUSH_CREDENTIALS);
            let pointer = pointer.key("authentication").key("credentials");
            put(&mut object, "credentials", placeholder.clone().into());
            put(&mut config, "authentication", object.into());
            self.secrets.push(PushSecret { placeholder, pointer });
        }
        config
    }

    /// Says of the placeholders that the fields stand below a key.
    pub(super) fn nest(&mut self, key: &str) {
        for secret in &mut self.secrets {
            secret.pointer =
                Pointer::from([Pointer::root().key(key).as_str(), secret.pointer.as_str()].concat());
        }
    }

    /// The value of an option that stands in the path, and then in no field of 1.0.
    pub(super) fn take_for_path(&mut self, option: &str) -> String {
        if self.shape == Shape::V1_0 {
            for (_, field, _) in self.row.fields.iter().filter(|(name, ..)| *name == option) {
                self.fields.remove(field);
            }
        }
        self.given.text(option).unwrap_or_default()
    }

    /// The fields as parameters of a query. Names of resources stand in the path.
    pub(super) fn query(&self) -> impl Iterator<Item = (&str, String)> {
        let is_resource = |name: &str| self.shape == Shape::Proto0_3 && matches!(name, "name" | "parent");
        self.fields
            .iter()
            .filter(move |(name, _)| !is_resource(name))
            .map(|(name, value)| (name, plain(value)))
    }
}

fn config_name(task: &str, config: &str) -> String {
    [task, "/pushNotificationConfigs/", config].concat()
}

/// Whether every option means something to the operation, and everything that it needs is given.
fn check_options(plan: &CallPlan, row: &Row, given: &Given, shape: Shape) -> Result<(), Misuse> {
    let operation = row.operation.as_str();
    for name in given.names() {
        let field = row.fields.iter().find(|(option, ..)| *option == name);
        let has_place = field.is_some_and(|(.., in_0_3)| shape != Shape::V0_3 || !in_0_3.is_empty());
        let is_always_allowed = ["operation", "requestId", "tenantInPath"].contains(&name);
        if has_place || is_always_allowed || row.other_options.contains(&name) {
            continue;
        }
        let message =
            format!("`{name}` means nothing to `{operation}` in {} over {}", plan.version, plan.binding);
        let help = match name {
            "taskId" | "contextId" if row.operation.sends() => "put it into the message",
            _ => "leave it out",
        };
        return Err(wrong("options", name, message, help));
    }
    for (name, ..) in row.fields.iter().take(row.required) {
        if given.get(name).is_none() {
            let message = format!("`{operation}` needs `{name}`, and the options do not have it");
            return Err(wrong("options", "", message, "pass it, as the agent gave it"));
        }
    }
    Ok(())
}
