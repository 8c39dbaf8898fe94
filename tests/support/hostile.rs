//! Large documents, each made so that something in it is looked for among everything else in it, and documents
//! past the limits.

use std::fmt::Write as _;

use a2a_negotiator::limits::{MAX_ENTRIES, MAX_INTERFACES, MAX_SKILLS};

/// A card and a client that are as large as may be where it matters.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) card: String,
    pub(crate) profile: String,
    pub(crate) skill: Option<&'static str>,
}

/// So many entries as fit, joined by commas.
fn filled(room: usize, entry: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0.. {
        let entry = entry(index);
        if text.len() + entry.len() + 1 > room {
            break;
        }
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{entry}");
    }
    text
}

fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",")
}

/// A card that is negotiable but for what is put into it.
fn card(members: &str) -> String {
    format!(
        r#"{{"name": "a", "description": "b", "version": "1", "supportedInterfaces": [{{"url": "https://a.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}],
        "capabilities": {{}}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "skills": [], {members}}}"#
    )
}

/// How much is put into a document.
const ROOM: usize = 256 * 1024;

const PLAIN: &str = r#"{"accepts": ["text/plain"], "sends": ["text/plain"]}"#;

pub(crate) fn all() -> Vec<Hostile> {
    of_fields().into_iter().chain(of_security()).chain(of_both()).collect()
}

fn of_card(name: &'static str, members: &str) -> Hostile {
    Hostile { name, card: card(members), profile: PLAIN.into(), skill: None }
}

fn filled_list(field: &str, entry: impl Fn(usize) -> String) -> String {
    format!(r#""{field}": [{}]"#, filled(ROOM, entry))
}

/// Cards in which fields are looked for.
fn of_fields() -> Vec<Hostile> {
    let long_key = "k".repeat(ROOM / 2);
    vec![
        of_card("near misses of fields", &filled(ROOM, |index| format!(r#""defaultOutput{index:05x}":1"#))),
        of_card("keys that are no fields", &filled(ROOM, |index| format!(r#""{index:x}":1"#))),
        of_card("anagrams of a field", &filled(ROOM, |index| format!(r#""edocumentationUrl{index:x}":1"#))),
        of_card(
            "near misses of requirements",
            &filled(ROOM, |index| format!(r#""security{:02x}":[1]"#, index % 4_000)),
        ),
        of_card("the same key", &filled(ROOM, |_| r#""name":[]"#.into())),
        of_card(
            "the same list before one with mistakes",
            &format!(
                r#"{},"skills":[{}]"#,
                filled(ROOM / 2, |_| r#""skills":[1]"#.into()),
                list(MAX_SKILLS, |_| "{}".into())
            ),
        ),
        of_card("pairs of keys", &filled_list("pairs", |index| format!(r#"{{"a{index}":1,"a{index}":2}}"#))),
        of_card(
            "mistakes below a long key",
            &format!(
                r#""securitySchemes":{{"{long_key}":{{{}}}}}"#,
                filled(ROOM / 2, |index| format!(r#""descriptio{index:05x}":1"#))
            ),
        ),
        of_card(
            "the same keys below a long key",
            &format!(
                r#""{long_key}":{{{}}}"#,
                filled(ROOM / 2, |index| format!(r#""{index}":1,"{index}":1"#))
            ),
        ),
        of_card(
            "too many schemes",
            &format!(r#""securitySchemes": {{{}}}"#, filled(ROOM, |index| format!(r#""s{index}":{{}}"#))),
        ),
        of_card(
            "too many requirements",
            &filled_list("securityRequirements", |index| format!(r#"{{"schemes":{{"s{index}":{{}}}}}}"#)),
        ),
        of_card(
            "too many modes",
            &filled_list("resubscribeOnlyOutputModes", |index| format!(r#""a/{index}""#)),
        ),
        of_card(
            "too many extensions",
            &format!(
                r#""capabilities":{{"extensions":[{}]}}"#,
                filled(ROOM, |index| format!(r#"{{"uri":"e:{index}","required":true}}"#))
            ),
        ),
    ]
}

/// Cards in which schemes and scopes are looked for.
fn of_security() -> Vec<Hostile> {
    vec![
        of_card(
            "near misses of schemes",
            &format!(
                r#""securitySchemes":{{{}}},"skills":[{}]"#,
                list(MAX_ENTRIES, |index| format!(
                    r#""scheme-of-this-card-{index:04}":{{"type":"http","scheme":"bearer"}}"#
                )),
                filled(ROOM * 9 / 10, |index| format!(
                    r#"{{"id":"{index}","securityRequirements":[{{"schemes":{{{}}}}}]}}"#,
                    list(20, |scheme| format!(r#""scheme-of-that-card-{scheme:04}":{{"list":[]}}"#))
                ))
            ),
        ),
        of_card(
            "too many schemes in all requirements",
            &filled_list("securityRequirements", |index| {
                format!(r#"{{"schemes":{{{}}}}}"#, list(400, |scheme| format!(r#""s{index}-{scheme}":{{}}"#)))
            }),
        ),
        of_card(
            "requirements that nobody meets",
            &format!(
                r#""securityRequirements":[{}]"#,
                list(25, |index| format!(
                    r#"{{"schemes":{{{}}}}}"#,
                    list(10, |scheme| format!(r#""s{index}-{scheme}{}":{{}}"#, "x".repeat(5_000)))
                ))
            ),
        ),
        of_card(
            "scopes that no flow declares",
            &format!(
                r#""securitySchemes":{{"o":{{"oauth2SecurityScheme":{{"flows":{{"clientCredentials":{{"scopes":{{{}}}}}}}}}}}}},"securityRequirements":[{}]"#,
                filled(ROOM / 2, |index| format!(r#""read:things:{index:06}":"""#)),
                filled(ROOM / 2, |index| format!(
                    r#"{{"schemes":{{"o":{{"list":[{}]}}}}}}"#,
                    list(200, |scope| format!(r#""read:thinks:{:06}""#, index * 200 + scope))
                ))
            ),
        ),
        of_card(
            "early authentication in many spellings",
            &format!(
                r#""authentication": [{}]"#,
                list(MAX_ENTRIES, |index| format!(r#""bearer{}""#, "-".repeat(index)))
            ),
        ),
        of_card(
            "requirements of a card with none",
            &format!(
                r#""capabilities":{{{}}}"#,
                filled(ROOM, |index| format!(r#""securityRequirement{index:x}":[{{}}]"#))
            ),
        ),
    ]
}

/// Cards and clients that are compared.
fn of_both() -> Vec<Hostile> {
    vec![
        Hostile {
            name: "extensions that are required",
            card: card(&format!(
                r#""capabilities":{{"extensions":[{}]}}"#,
                list(MAX_ENTRIES, |index| format!(
                    r#"{{"uri":"https://e.example/{}/v1/{index}","required":true}}"#,
                    "x".repeat(4_000)
                ))
            )),
            profile: format!(
                r#"{{"accepts":["text/plain"],"sends":["text/plain"],"extensions":[{}]}}"#,
                list(MAX_ENTRIES, |index| format!(r#""https://e.example/{}/v2/{index}""#, "x".repeat(4_000)))
            ),
            skill: None,
        },
        Hostile {
            name: "modes that all match",
            card: card(&format!(
                r#""defaultInputModes":[{0}],"defaultOutputModes":[{0}],"resubscribeOnlyOutputModes":[{0}],"skills":[{1}]"#,
                list(MAX_ENTRIES, |index| format!(r#""text/x-{index}""#)),
                list(1_000, |index| format!(r#"{{"id":"{index}"}}"#))
            )),
            profile: format!(
                r#"{{"normalizeMediaTypes":true,"accepts":[{}],"sends":[{}]}}"#,
                list(MAX_ENTRIES, |index| format!(r#""*/*;q={index}""#)),
                list(MAX_ENTRIES, |index| format!(r#""TEXT/x-{index}""#))
            ),
            skill: Some("999"),
        },
        Hostile {
            name: "modes none of which match",
            card: card(&format!(
                r#""defaultInputModes":[{0}],"defaultOutputModes":[{0}],"skills":[{1}]"#,
                list(MAX_ENTRIES, |index| format!(r#""text/x-{index};a""#)),
                list(1_000, |index| format!(r#"{{"id":"{index}","outputModes":["a/{index}"]}}"#))
            )),
            profile: format!(
                r#"{{"accepts":[{0}],"sends":[{0}],"liveOnlyInputModes":[{0}]}}"#,
                list(MAX_ENTRIES, |index| format!(r#""Text/x-{index}""#))
            ),
            skill: None,
        },
        Hostile {
            name: "interfaces and skills",
            card: card(&format!(
                r#""supportedInterfaces":[{}],"skills":[{}]"#,
                list(MAX_INTERFACES, |index| format!(
                    r#"{{"url":"https://a.example/{index}","protocolBinding":"custom:{index}","protocolVersion":"1.{index}"}}"#
                )),
                list(MAX_SKILLS, |index| format!(r#"{{"id":"skill {index:05}"}}"#))
            )),
            profile: format!(
                r#"{{"accepts":["text/plain"],"sends":["text/plain"],"bindings":[{}],"versions":[{}]}}"#,
                list(MAX_ENTRIES, |index| format!(r#""other:{index}""#)),
                list(MAX_ENTRIES, |index| format!(r#""2.{index}""#))
            ),
            skill: Some("skill 1OOOO"),
        },
        Hostile {
            name: "members and skills",
            card: card(&format!(
                r#"{},"skills":[{}]"#,
                filled(ROOM / 2, |index| format!(r#""{index:x}":0"#)),
                list(MAX_SKILLS, |index| format!(r#"{{"id":"{index}","name":"n"}}"#))
            )),
            profile: PLAIN.into(),
            skill: Some("none"),
        },
        Hostile {
            name: "a profile with unknown fields",
            card: card(r#""provider": {}"#),
            profile: format!("{{{}}}", filled(ROOM, |index| format!(r#""accept{index:x}":0"#))),
            skill: None,
        },
        Hostile {
            name: "credentials and schemes",
            card: card(&format!(
                r#""securitySchemes":{{{}}},"securityRequirements":[{}]"#,
                list(MAX_ENTRIES, |index| format!(r#""s{index}":{{"type":"http","scheme":"bearer"}}"#)),
                list(MAX_ENTRIES, |index| format!(
                    r#"{{"schemes":{{"s{index}":{{"list":[{}]}}}}}}"#,
                    list(100, |scope| format!(r#""scope-{scope}""#))
                ))
            )),
            profile: format!(
                r#"{{"accepts":["text/plain"],"sends":["text/plain"],"credentials":[{}]}}"#,
                list(MAX_ENTRIES, |index| format!(
                    r#"{{"type":"http","scheme":"bearer","scopes":["scope-{index}"]}}"#
                ))
            ),
            skill: None,
        },
        Hostile {
            name: "a skill with a long id",
            card: card(&format!(r#""skills":[{{"id":"{}"}}]"#, "é".repeat(ROOM / 2))),
            profile: PLAIN.into(),
            skill: Some("e"),
        },
        Hostile {
            name: "a scheme with a long name",
            card: card(&format!(r#""securityRequirements":[{{"schemes":{{"{}":{{}}}}}}]"#, "s".repeat(ROOM))),
            profile: PLAIN.into(),
            skill: None,
        },
    ]
}
