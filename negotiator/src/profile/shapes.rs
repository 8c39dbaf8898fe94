//! The shapes of a profile's parts in JSON.

use super::{
    ClientProfile, CredentialHeld, CredentialKind, DeliveryPreference, Environment, InterfaceChoice,
    InterfaceOrder, Push, PushAuthentication,
};
use crate::SchemeKind;
use crate::json::Json;
use crate::pointer::Path;
use crate::shape::{Fields, FromJson, Mistakes, one_of};

impl FromJson for CredentialHeld {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        const EXPECTED: &str = "a scheme's name, or an object with either `name` or `type`";
        match json {
            Json::String(name) => return Some(Self::Name(name.clone().into_owned())),
            Json::Object(_) => {}
            other => {
                mistakes.expected(other, path, EXPECTED);
                return None;
            }
        }
        let mut fields = Fields::of(json, path, mistakes)?;
        let name: Option<String> = fields.optional("name");
        let kind: Option<CredentialKind> = fields.optional("type");
        let scheme = fields.optional("scheme");
        let scopes = fields.optional("scopes");
        fields.end();
        match (name, kind) {
            (Some(name), None) => Some(Self::Named { name, scopes }),
            (None, Some(kind)) => Some(Self::Kind { kind, scheme, scopes }),
            (Some(_), Some(_)) | (None, None) => {
                mistakes.expected(json, path, EXPECTED);
                None
            }
        }
    }
}

impl FromJson for CredentialKind {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let all = [Self::ApiKey, Self::Http, Self::Oauth2, Self::OpenIdConnect, Self::MutualTls];
        one_of(json, path, mistakes, &all, |kind| SchemeKind::from(kind).as_str())
    }
}

impl FromJson for InterfaceOrder {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let all = [Self::VersionFirst, Self::BindingFirst, Self::CardOrder];
        one_of(json, path, mistakes, &all, |order| match order {
            Self::VersionFirst => "versionFirst",
            Self::BindingFirst => "bindingFirst",
            Self::CardOrder => "cardOrder",
        })
    }
}

impl FromJson for InterfaceChoice {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let choice = Self { binding: fields.required("binding")?, version: fields.required("version")? };
        fields.end();
        Some(choice)
    }
}

impl FromJson for DeliveryPreference {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &[Self::Stream, Self::Push, Self::Poll], |way| way.mode().as_str())
    }
}

impl FromJson for Push {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let push = Self {
            url: fields.required("url")?,
            mtls: fields.optional("mtls").unwrap_or_default(),
            authentication: fields.optional("authentication"),
        };
        fields.end();
        Some(push)
    }
}

impl FromJson for PushAuthentication {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let authentication = Self { scheme: fields.required("scheme")? };
        fields.end();
        Some(authentication)
    }
}

impl FromJson for Environment {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        one_of(json, path, mistakes, &[Self::Browser], |_| "browser")
    }
}

impl FromJson for ClientProfile {
    fn from_json(json: &Json<'_>, path: &Path<'_>, mistakes: &mut Mistakes) -> Option<Self> {
        let mut fields = Fields::of(json, path, mistakes)?;
        let mut profile = Self::default();
        fields.set("bindings", &mut profile.bindings);
        fields.set("versions", &mut profile.versions);
        fields.set("interfaceOrder", &mut profile.interface_order);
        fields.set("interfaces", &mut profile.interfaces);
        fields.set("credentials", &mut profile.credentials);
        fields.set("accepts", &mut profile.accepts);
        fields.set("sends", &mut profile.sends);
        fields.set("delivery", &mut profile.delivery);
        fields.set("push", &mut profile.push);
        fields.set("deduplicates", &mut profile.deduplicates);
        fields.set("allowPrivate", &mut profile.allow_private);
        fields.set("sameOrigin", &mut profile.same_origin);
        fields.set("requireSignature", &mut profile.require_signature);
        fields.set("environment", &mut profile.environment);
        fields.set("assumeVersion", &mut profile.assume_version);
        fields.set("cardUrl", &mut profile.card_url);
        fields.set("normalizeMediaTypes", &mut profile.normalize_media_types);
        fields.set("extensions", &mut profile.extensions);
        fields.set("bufferableInputModes", &mut profile.bufferable_input_modes);
        fields.set("liveOnlyInputModes", &mut profile.live_only_input_modes);
        fields.set("vendorResolutions", &mut profile.vendor_resolutions);
        fields.set("canRenegotiate", &mut profile.can_renegotiate);
        fields.end();
        Some(profile)
    }
}
