//! What is negotiated, drawn over small vocabularies, so that matches and refusals are both frequent.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

const BINDINGS: &[&str] = &["JSONRPC", "HTTP+JSON", "GRPC"];
const VERSIONS: &[&str] = &["1.0", "0.3"];
const URLS: &[&str] =
    &["https://a.example.com/a2a", "https://b.example.com/a2a", "http://localhost:8080/", "/a2a"];
const MODES: &[&str] = &["text/plain", "application/json", "audio/pcm", "text"];
const WAYS: &[&str] = &["stream", "push", "poll"];
const URIS: &[&str] = &["https://example.com/ext/a/v1", "https://example.com/ext/a/v2", "urn:example:b"];
const SCHEMES: &[&str] = &["bearer", "key", "oauth", "certificate", "undefined"];
const CALLBACKS: &[&str] =
    &["https://client.example.net/hook", "http://client.example.net/hook", "https://10.1.2.3/hook"];
const INVARIANTS: &[&str] = &["liveInputWithoutStreaming", "pushNeedsMutualTls", "outputOnlyOnResubscribe"];

/// Any JSON, with names that cards and profiles use among its keys.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let names = [
        "name",
        "url",
        "version",
        "protocolVersion",
        "supportedInterfaces",
        "additionalInterfaces",
        "preferredTransport",
        "protocolBinding",
        "transport",
        "tenant",
        "capabilities",
        "streaming",
        "pushNotifications",
        "extensions",
        "uri",
        "required",
        "security",
        "securityRequirements",
        "securitySchemes",
        "schemes",
        "list",
        "type",
        "scheme",
        "in",
        "authentication",
        "skills",
        "id",
        "inputModes",
        "outputModes",
        "defaultInputModes",
        "default_output_modes",
        "signatures",
        "agent",
    ];
    let texts = [
        "",
        "1.0",
        "0.3.0",
        "JSONRPC",
        "https://a.example.com/",
        "text/plain",
        "none",
        "bearer",
        "é\u{1F600}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<i32>().prop_map(|number| Value::from(f64::from(number) / 8.0)),
        select(texts.to_vec()).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 48, 8, move |inner| {
        let key = prop_oneof![4 => select(names.to_vec()).prop_map(str::to_owned), 1 => ".{0,6}"];
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((key, inner), 0..8).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A card of 1.0 or, now and then, of 0.3.
pub(crate) fn card() -> impl Strategy<Value = Value> {
    let url = prop_oneof![3 => Just(URLS[0]), 3 => select(URLS)];
    let binding = prop_oneof![5 => select(BINDINGS), 1 => Just("jsonrpc")];
    let interface = (url, binding, select(VERSIONS));

    let push = prop_oneof![
        any::<bool>().prop_map(Value::from),
        select(&["certificate", "bearer"][..])
            .prop_map(|name| json!({"supported": true, "securityScheme": name})),
    ];
    let extensions = some(URIS).prop_flat_map(|uris| {
        let required = vec(prop::bool::weighted(0.3), uris.len());
        required.prop_map(move |required| {
            let offered = uris.iter().zip(required);
            offered.map(|(uri, required)| json!({"uri": uri, "required": required})).collect::<Vec<_>>()
        })
    });
    let skill = (
        option::weighted(0.3, some(MODES)),
        option::weighted(0.3, some(MODES)),
        option::weighted(0.3, requirements()),
    );
    (
        (vec(interface, 1..5), any::<bool>(), push, extensions),
        (option::of(requirements()), most(MODES), most(MODES), some(MODES)),
        (skill, prop::bool::weighted(0.3), prop::bool::weighted(0.2)),
    )
        .prop_map(|((interfaces, streaming, push, extensions), (requirements, inputs, outputs, later), (skill, extended, older))| {
            let (skill_inputs, skill_outputs, skill_requirements) = skill;
            let mut card = json!({
                "name": "Agent", "description": "Generated", "version": "1.0.0",
                "capabilities": {
                    "streaming": streaming, "pushNotifications": push, "extensions": extensions, "extendedAgentCard": extended,
                },
                "securitySchemes": {
                    "bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}},
                    "key": {"apiKeySecurityScheme": {"location": "cookie", "name": "sid"}},
                    "oauth": {"oauth2SecurityScheme": {"flows": {}}},
                    "certificate": {"mtlsSecurityScheme": {}},
                },
                "defaultInputModes": inputs, "defaultOutputModes": outputs,
                "skills": [{"id": "search", "name": "Search", "description": "Generated", "tags": []}],
                "resubscribeOnlyOutputModes": later,
            });
            let field = if older { "security" } else { "securityRequirements" };
            set_some(&mut card, field, requirements.map(|one| shaped(one, older)));
            let skill = &mut card["skills"][0];
            set_some(skill, "inputModes", skill_inputs.map(Value::from));
            set_some(skill, "outputModes", skill_outputs.map(Value::from));
            set_some(skill, field, skill_requirements.map(|one| shaped(one, older)));
            let entry = |(url, binding, version): &(&str, &str, &str)| {
                if older {
                    json!({"url": url, "transport": binding})
                } else {
                    json!({"url": url, "protocolBinding": binding, "protocolVersion": version})
                }
            };
            let entries: Vec<Value> = interfaces.iter().map(entry).collect();
            if older {
                card["protocolVersion"] = json!("0.3.0");
                card["url"] = json!(interfaces[0].0);
                card["preferredTransport"] = json!(interfaces[0].1);
                card["additionalInterfaces"] = entries.into();
            } else {
                card["supportedInterfaces"] = entries.into();
            }
            card
        })
}

/// Alternatives of schemes with scopes.
fn requirements() -> impl Strategy<Value = Vec<Vec<(&'static str, Vec<&'static str>)>>> {
    let scheme = (select(SCHEMES), some(&["read", "write"]));
    vec(vec(scheme, 0..3), 0..3)
}

fn shaped(alternatives: Vec<Vec<(&str, Vec<&str>)>>, older: bool) -> Value {
    let scopes = |scopes: Vec<&str>| if older { json!(scopes) } else { json!({"list": scopes}) };
    let names = |schemes: Vec<(&str, Vec<&str>)>| -> Map<String, Value> {
        schemes.into_iter().map(|(name, wanted)| (name.to_owned(), scopes(wanted))).collect()
    };
    let alternative =
        |schemes| if older { json!(names(schemes)) } else { json!({"schemes": names(schemes)}) };
    alternatives.into_iter().map(alternative).collect()
}

/// A client.
pub(crate) fn profile() -> impl Strategy<Value = Value> {
    let kind = select(&["http", "apiKey", "oauth2", "mutualTLS"][..]).prop_map(|kind| json!({"type": kind}));
    let name = select(SCHEMES).prop_map(Value::from);
    let scoped = (select(SCHEMES), some(&["read", "write"]))
        .prop_map(|(name, scopes)| json!({"name": name, "scopes": scopes}));
    (
        (
            option::of(most(BINDINGS)),
            option::of(most(VERSIONS)),
            select(&["versionFirst", "bindingFirst", "cardOrder"][..]),
        ),
        (
            vec(prop_oneof![kind, name, scoped], 0..5),
            most(MODES),
            prop_oneof![few(MODES), some(MODES)],
            option::of(shuffled(WAYS)),
        ),
        (option::of((select(CALLBACKS), any::<bool>())), most(URIS), most(MODES), few(MODES)),
        (
            select(&["none", "none", "browser"][..]),
            prop::bool::weighted(0.2),
            prop::bool::weighted(0.2),
            prop::bool::weighted(0.04),
        ),
        option::of((select(URIS), some(INVARIANTS))),
    )
        .prop_map(
            |(
                (bindings, versions, order),
                (credentials, accepts, sends, delivery),
                (push, extensions, live, buffered),
                flags,
                resolutions,
            )| {
                let (environment, normalize, private, signature) = flags;
                let mut profile = json!({
                    "interfaceOrder": order, "credentials": credentials, "accepts": accepts, "sends": sends,
                    "extensions": extensions, "liveOnlyInputModes": live, "bufferableInputModes": buffered,
                    "normalizeMediaTypes": normalize, "allowPrivate": private, "requireSignature": signature,
                });
                set_some(&mut profile, "bindings", bindings.map(Value::from));
                set_some(&mut profile, "versions", versions.map(Value::from));
                set_some(&mut profile, "delivery", delivery.map(Value::from));
                set_some(&mut profile, "push", push.map(|(url, mtls)| json!({"url": url, "mtls": mtls})));
                set_some(&mut profile, "environment", (environment != "none").then(|| json!(environment)));
                set_some(
                    &mut profile,
                    "vendorResolutions",
                    resolutions.map(|(uri, resolved)| json!({uri: resolved})),
                );
                profile
            },
        )
}

/// What a call is for. The skill is one that generated cards have, or one that no card has.
pub(crate) fn intent() -> impl Strategy<Value = Value> {
    let class = select(&["standard", "liveInput", "liveInput", "asyncCompletion", "fireAndForget"][..]);
    let skill = prop_oneof![8 => Just("search"), 1 => Just("sarch")];
    (option::of(skill), class, option::weighted(0.1, some(INVARIANTS)), prop::bool::weighted(0.1)).prop_map(
        |(skill, class, proven, stale)| {
            let mut intent = json!({"taskClass": class, "cardStale": stale});
            set_some(&mut intent, "skill", skill.map(Value::from));
            set_some(&mut intent, "proven", proven.map(Value::from));
            intent
        },
    )
}

fn set_some(object: &mut Value, field: &str, value: Option<Value>) {
    if let Some(value) = value {
        object[field] = value;
    }
}

fn some(words: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(words, 0..=words.len())
}

/// None or one.
fn few(words: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(words, 0..=1)
}

/// All or all but one, in any order.
fn most(words: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(words, words.len() - 1..=words.len()).prop_shuffle()
}

fn shuffled(words: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    some(words).prop_shuffle()
}

/// How often a law is tried; `LAWS_TIMES=20` tries each twenty times as often.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let cases = cases * std::env::var("LAWS_TIMES").map_or(1, |times| times.parse().unwrap());
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_global_rejects: 100_000,
        ..ProptestConfig::default()
    }
}
