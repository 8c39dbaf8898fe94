//! Reading a plan back from JSON, so that it can be kept, sent on and applied later.

use super::{CallPlan, Callback, Credential, Delivery, DeliveryMode, Placement, PlacementLocation};
use crate::card::{OAuthFlow, SchemeKind};
use crate::error::InputError;
use crate::json::Json;
use crate::pointer::Path;
use crate::shape::{Fields, FromJson, Mistakes, one_of, read_strictly};

/// Reads a plan from the JSON text that it was written as.
///
/// # Errors
/// When the text is not JSON, or not a plan.
pub fn read_plan(text: &str) -> Result<CallPlan, InputError> {
    read_strictly(text, "the plan")
}

impl FromJson for CallPlan {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        if json.as_object().is_some_and(|object| object.get("decision").is_some()) {
            let help = "pass `outcome.plan`, which is there where `outcome.decision` is `accept`";
            mistakes.wrong(path, "this is an outcome, which holds the plan".into(), help.into());
            return None;
        }
        let mut fields = Fields::of(json, path, mistakes)?;
        let plan = Self {
            skill: fields.optional("skill"),
            url: fields.required("url")?,
            binding: fields.required("binding")?,
            version: fields.required("version")?,
            tenant: fields.optional("tenant"),
            credentials: fields.required("credentials")?,
            input_modes: fields.required("inputModes")?,
            accepted_output_modes: fields.required("acceptedOutputModes")?,
            delivery: fields.required("delivery")?,
            extensions: fields.required("extensions")?,
            headers: fields.required("headers")?,
            fetch_extended_card: fields.required("fetchExtendedCard")?,
        };
        fields.end();
        Some(plan)
    }
}

impl FromJson for Credential {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let credential = Self {
            scheme: fields.required("scheme")?,
            kind: fields.required("kind")?,
            placement: fields.optional("placement"),
            scopes: fields.required("scopes")?,
            flows: fields.optional("flows").unwrap_or_default(),
            metadata_url: fields.optional("metadataUrl"),
        };
        fields.end();
        Some(credential)
    }
}

impl FromJson for SchemeKind {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &Self::ALL, Self::as_str)
    }
}

impl FromJson for OAuthFlow {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut flow = Self {
            flow: fields.required("flow")?,
            authorization_url: fields.optional("authorizationUrl"),
            token_url: fields.optional("tokenUrl"),
            refresh_url: fields.optional("refreshUrl"),
            device_authorization_url: fields.optional("deviceAuthorizationUrl"),
            pkce_required: false,
        };
        fields.set("pkceRequired", &mut flow.pkce_required);
        fields.end();
        Some(flow)
    }
}

impl FromJson for Placement {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let placement = Self {
            location: fields.required("in")?,
            name: fields.required("name")?,
            prefix: fields.required("prefix")?,
        };
        fields.end();
        Some(placement)
    }
}

impl FromJson for PlacementLocation {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &Self::ALL, Self::as_str)
    }
}

impl FromJson for Delivery {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let delivery = Self {
            mode: fields.required("mode")?,
            fallbacks: fields.required("fallbacks")?,
            return_immediately: fields.required("returnImmediately")?,
            push: fields.optional("push"),
        };
        fields.end();
        Some(delivery)
    }
}

impl FromJson for DeliveryMode {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &Self::ALL, Self::as_str)
    }
}

impl FromJson for Callback {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let callback =
            Self { url: fields.required("url")?, authentication: fields.optional("authentication") };
        fields.end();
        Some(callback)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pointer;

    const PLAN: &str = r#"{
        "url": "https://agent.example.com/a2a", "binding": "JSONRPC", "version": "1.0", "credentials": [],
        "inputModes": [], "acceptedOutputModes": ["text/plain"],
        "delivery": {"mode": "poll", "fallbacks": [], "returnImmediately": true},
        "extensions": [], "headers": {"A2A-Version": "1.0"}, "fetchExtendedCard": false
    }"#;

    #[test]
    fn what_is_no_plan_is_an_error_with_its_place() {
        assert!(read_plan(PLAN).is_ok());
        for (from, to, pointer, problem) in [
            (r#""fallbacks": []"#, r#""fallbacks": ["fax"]"#, "/delivery/fallbacks/0", "expected `stream`"),
            (r#""binding": "JSONRPC","#, "", "", "`binding` is missing"),
            (r#""version": "1.0""#, r#""version": 1"#, "/version", "a version as `Major.Minor`"),
            (r#""extensions": []"#, r#""extension": []"#, "", "`extensions` is missing"),
            (r#""credentials": []"#, r#""credentials": [], "secret": """#, "/secret", "no field `secret`"),
            (
                r#""binding": "JSONRPC""#,
                r#""decision": "accept", "binding": "JSONRPC""#,
                "",
                "this is an outcome",
            ),
        ] {
            let error = read_plan(&PLAN.replace(from, to)).err();
            let place = error.as_ref().and_then(|error| error.pointer.as_ref()).map(Pointer::as_str);
            assert_eq!(place, Some(pointer), "{to}");
            assert!(error.is_some_and(|error| error.message.contains(problem)), "{to}");
        }
    }
}
