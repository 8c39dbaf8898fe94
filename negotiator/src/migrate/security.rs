//! Security schemes and requirements in the shape of 1.0.

use super::{Migrator, normalized, set_requirements};
use crate::card::fields::{FLOW_FIELDS, FLOWS, SCHEME_FIELDS};
use crate::card::{AgentCard, SchemeKind, SecurityScheme};
use crate::json::{self, Json, Object};
use crate::plan::PlacementLocation;
use crate::words::{list, quote};

impl<'t> Migrator<'_, 't> {
    /// Writes schemes and requirements, and returns the older fields that have to stay since they could not
    /// be carried over.
    pub(super) fn security(
        &mut self,
        card: &AgentCard,
        old: &Object<'t>,
        new: &mut Object<'t>,
    ) -> Vec<&'static str> {
        let mut schemes = Object::new();
        for scheme in &card.security_schemes {
            schemes.push(scheme.name.clone(), self.scheme(scheme));
        }
        if !self.understood(&card.security_requirements) {
            if !schemes.is_empty() {
                new.insert("securitySchemes", Json::Object(schemes));
            }
            self.keep_requirements(new, &card.security_requirements);
            return vec!["security", "authentication"];
        }
        let inline = card
            .security_requirements
            .alternatives
            .iter()
            .flat_map(|alternative| &alternative.schemes)
            .filter_map(|scheme| scheme.inline.as_ref());
        for scheme in inline {
            // The credential must not move to another place under the same name.
            let is_another = card.security_scheme(&scheme.name).is_some_and(|defined| {
                defined.kind != scheme.kind
                    || defined.http_scheme != scheme.http_scheme
                    || defined.placement != scheme.placement
            });
            let problem = if scheme.kind == SchemeKind::ApiKey && scheme.placement.is_none() {
                Some("does not say where its key goes; write it as an `apiKeySecurityScheme`")
            } else if is_another {
                Some(
                    "is another scheme in `securitySchemes`; define the early one there under a name of its own",
                )
            } else {
                None
            };
            if let Some(problem) = problem {
                self.lose(&scheme.pointer, [&quote(&scheme.name), " ", problem].concat());
                new.insert("securitySchemes", Json::Object(schemes));
                return vec!["authentication"];
            }
            if schemes.get(&scheme.name).is_none() {
                schemes.insert(scheme.name.clone(), self.scheme(scheme));
            }
        }
        if !schemes.is_empty() || old.get("securitySchemes").is_some() {
            new.insert("securitySchemes", Json::Object(schemes));
        }
        if let Some(before) = old.get("securityRequirements") {
            new.insert("securityRequirements", before.clone());
        }
        set_requirements(new, &card.security_requirements);
        Vec::new()
    }

    /// A scheme with its one-of key. One that 1.0 cannot express stays as it is.
    fn scheme(&mut self, scheme: &SecurityScheme) -> Json<'t> {
        let source = normalized(&self.object_at(&scheme.pointer), SCHEME_FIELDS);
        let (key, fields): (_, &[&'static str]) = match scheme.kind {
            SchemeKind::ApiKey => ("apiKeySecurityScheme", &["description", "location", "name"]),
            SchemeKind::Http => ("httpAuthSecurityScheme", &["description", "scheme", "bearerFormat"]),
            SchemeKind::Oauth2 => ("oauth2SecurityScheme", &["description", "flows", "oauth2MetadataUrl"]),
            SchemeKind::OpenIdConnect => {
                ("openIdConnectSecurityScheme", &["description", "openIdConnectUrl"])
            }
            SchemeKind::MutualTls => ("mtlsSecurityScheme", &["description"]),
            SchemeKind::Unknown => {
                self.lose(
                    &scheme.pointer,
                    format!("{} does not say its kind, and stays as it is", quote(&scheme.name)),
                );
                return json::at(self.source, &scheme.pointer)
                    .cloned()
                    .unwrap_or_else(|| Object::new().into());
            }
        };
        // What the reader took: the one-of member, that of generated code, or the scheme itself.
        let generated = || source.get("scheme")?.part("value");
        let details = source.get(key).or_else(generated).and_then(Json::as_object).unwrap_or(&source);
        let mut inner = normalized(details, SCHEME_FIELDS);
        let outside = source.iter().filter(|(field, _)| inner.get(field).is_none());
        for (field, value) in inner.iter().filter(|(field, _)| !fields.contains(field)).chain(outside) {
            // What says kind and place was read, and so was the one-of of generated code.
            let is_read = matches!(field, "type" | "in" | "location")
                || field.ends_with("SecurityScheme")
                || (field == "scheme" && value.as_object().is_some());
            if !is_read {
                self.lose(
                    &scheme.pointer,
                    format!("{} has no place in such a scheme of 1.0, and was left out", quote(field)),
                );
            }
        }
        inner.retain(|field| fields.contains(&field));
        match scheme.kind {
            SchemeKind::ApiKey => match &scheme.placement {
                Some(placement) => {
                    let location = match placement.location {
                        PlacementLocation::Query => "query",
                        PlacementLocation::Cookie => "cookie",
                        PlacementLocation::Header | PlacementLocation::Tls => "header",
                    };
                    inner.insert("location", location);
                }
                None => self.lose(
                    &scheme.pointer,
                    format!("{} does not say where its key goes", quote(&scheme.name)),
                ),
            },
            SchemeKind::Http => match &scheme.http_scheme {
                Some(word) if inner.get("scheme").is_none() => {
                    inner.insert("scheme", word.clone());
                }
                Some(_) => {}
                None => self.lose(
                    &scheme.pointer,
                    format!("{} does not say which HTTP authentication it is", quote(&scheme.name)),
                ),
            },
            SchemeKind::Oauth2 => self.one_flow(scheme, &mut inner),
            SchemeKind::OpenIdConnect | SchemeKind::MutualTls | SchemeKind::Unknown => {}
        }
        Json::object(vec![(key.into(), inner.into())])
    }

    /// Leaves one flow, which is what 1.0 allows.
    fn one_flow(&mut self, scheme: &SecurityScheme, inner: &mut Object<'t>) {
        let Some(flows) = inner.get_mut("flows").and_then(Json::as_object_mut) else {
            self.lose(
                &scheme.pointer,
                format!("{} does not say its flow, which 1.0 requires", quote(&scheme.name)),
            );
            return;
        };
        *flows = normalized(flows, &FLOWS);
        for flow in FLOWS {
            if let Some(flow) = flows.get_mut(flow).and_then(Json::as_object_mut) {
                *flow = normalized(flow, FLOW_FIELDS);
            }
        }
        let there: Vec<&str> = FLOWS.into_iter().filter(|flow| flows.get(flow).is_some()).collect();
        if let Some((first, others)) = there.split_first()
            && !others.is_empty()
        {
            flows.retain(|flow| flow == *first);
            self.lose(
                &scheme.pointer,
                format!(
                    "a scheme of 1.0 has one flow: {} was kept, and {} left out; define a scheme for each",
                    quote(first),
                    list(others, "and")
                ),
            );
        }
    }
}
