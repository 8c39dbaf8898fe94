//! The parser and the writer of JSON against `serde_json`, on generated and on mutated texts.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

use std::collections::BTreeMap;

use a2a_json::{Error, Json, Object, Parser, Problem, to_text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde::Serialize;
use serde_json::{Value, json};

/// What a mutation puts into a text: the marks of JSON, whole and broken, and what people take for JSON.
const PIECES: [&str; 52] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "{}",
    "[]",
    "\"a\":1,",
    "\"\":",
    ",,",
    "true",
    "tru",
    "false",
    "null",
    "nul",
    "\\",
    "\\u00e9",
    "\\u12",
    "\\ud800",
    "\\ud83d\\ude00",
    "\\ud83dx",
    "\\udc00",
    "\\x",
    "\\\"",
    "\\/",
    "\\b",
    "1",
    "-",
    "-0",
    "01",
    "1e",
    "1.",
    ".5",
    "1.5e3",
    "1E+2",
    "1e-",
    "99999999999999999999999",
    "1e999",
    "+1",
    "0x1",
    "'",
    "//",
    "\n",
    "\t",
    "\u{1}",
    " ",
    "é",
    "🦀",
    "\u{feff}",
    "NaN",
];

fn parse(text: &str) -> Result<Json<'_>, Error> {
    let mut parser = Parser::new(text, 128);
    let json = parser.value()?;
    parser.end()?;
    Ok(json)
}

fn to_value(json: &Json<'_>) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => json!(value),
        Json::Number(number) => serde_json::from_str(number).unwrap(),
        Json::String(text) => json!(text),
        Json::Array(elements) => elements.iter().map(to_value).collect(),
        Json::Object(object) => object.iter().map(|(key, value)| (key, to_value(value))).collect(),
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        "[ -~\\n\\t\u{0}-\u{1f}]{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((".{0,10}", inner), 0..6).prop_map(Value::from_iter),
        ]
    })
}

/// A text with pieces put into it, parts taken out and its end cut off.
fn mutated() -> impl Strategy<Value = String> {
    let text = (value(), any::<bool>()).prop_map(|(value, pretty)| {
        if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() }
    });
    let piece = select(&PIECES[..]);
    let mutations = vec((any::<Index>(), 0..3_usize, prop_oneof![3 => piece, 1 => Just("")]), 0..4);
    (text, mutations, proptest::option::of(any::<Index>())).prop_map(|(mut text, mutations, end)| {
        for (at, taken, piece) in mutations {
            let start = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + taken).min(text.len()));
            text.replace_range(start..end, piece);
        }
        if let Some(end) = end {
            text.truncate(text.floor_char_boundary(end.index(text.len() + 1)));
        }
        text
    })
}

fn agrees(text: &str) -> Result<(), TestCaseError> {
    match (parse(text), serde_json::from_str::<Value>(text)) {
        (Ok(json), Ok(value)) => {
            prop_assert_eq!(&to_value(&json), &value, "{}", text);
            let written = json.to_text();
            let again = parse(&written).unwrap();
            prop_assert_eq!(to_value(&again), value);
            prop_assert_eq!(again.to_text(), written);
        }
        (Err(error), Err(_)) => prop_assert!(text.is_char_boundary(error.offset), "{error:?} in {text:?}"),
        // That a number must fit into 64 bits is a limit of theirs.
        (_, Err(error)) if error.to_string().starts_with("number out of range") => {}
        (ours, theirs) => prop_assert!(false, "{ours:?} and {theirs:?} of {text:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn writes_what_it_reads(value in value()) {
        let text = value.to_string();
        prop_assert_eq!(parse(&text).unwrap().to_text(), text.clone());
        prop_assert_eq!(serde_json::to_value(parse(&text).unwrap()).unwrap(), value);
        prop_assert_eq!(to_text(&parse(&text).unwrap()).unwrap(), text);
    }

    #[test]
    fn agrees_on_mutated_texts(text in mutated()) {
        agrees(&text)?;
    }

    #[test]
    fn agrees_on_pieces(pieces in vec(select(&PIECES[..]), 0..8)) {
        agrees(&pieces.concat())?;
    }

    #[test]
    fn agrees_on_strings_of_pieces(pieces in vec(select(&PIECES[..]), 0..8)) {
        agrees(&format!("\"{}\"", pieces.concat()))?;
    }

    #[test]
    fn agrees_on_any_text(text in ".{0,12}") {
        agrees(&text)?;
    }

    #[test]
    fn knows_duplicates(keys in vec("[a-c]{0,3}", 0..100), length in 0..100_usize) {
        let keys = &keys[..length.min(keys.len())];
        let members: Vec<String> =
            keys.iter().enumerate().map(|(index, key)| format!("\"{key}\":{index}")).collect();
        let text = format!("{{{}}}", members.join(","));
        let mut parser = Parser::new(&text, 128);
        let json = parser.value().unwrap();
        let object = json.as_object().unwrap();
        let last = |key: &str| keys.iter().rposition(|other| other == key);
        let kept = keys.iter().enumerate().filter(|(index, key)| last(key) == Some(*index));
        let kept: Vec<_> = kept.map(|(index, key)| (key.as_str(), json!(index))).collect();
        let found: Vec<_> = object.iter().map(|(key, value)| (key, to_value(value))).collect();
        prop_assert_eq!(found, kept);
        let count = |index: usize| keys[..index].iter().filter(|key| **key == keys[index]).count();
        let second: Vec<&str> =
            (0..keys.len()).filter(|index| count(*index) == 1).map(|index| keys[index].as_str()).collect();
        prop_assert_eq!(parser.has_duplicates(), !second.is_empty());
        prop_assert_eq!(object.duplicates().collect::<Vec<_>>(), second);
    }
}

#[test]
fn says_what_is_wrong_and_where() {
    for (text, problem, offset) in [
        ("", Problem::End, 0),
        ("{\"a\": [1, ", Problem::End, 10),
        ("\"a", Problem::End, 2),
        ("\"\\ud83d", Problem::End, 7),
        ("tru", Problem::End, 3),
        ("-", Problem::End, 1),
        ("[1, x]", Problem::NoValue, 4),
        ("[trux]", Problem::NoValue, 1),
        ("[,]", Problem::NoValue, 1),
        ("[-01]", Problem::Number, 3),
        ("1.x", Problem::Number, 2),
        ("\"ab\\x\"", Problem::Escape, 4),
        ("\"\\u12\"", Problem::Escape, 5),
        ("\"\\udc00\"", Problem::Escape, 6),
        ("\"\\ud83d\\n\"", Problem::Escape, 8),
        ("[\"a\\\"b\nc\"]", Problem::ControlCharacter, 1),
        ("{a: 1}", Problem::NoKey, 1),
        ("{\"a\" 1}", Problem::NoColon, 5),
        ("[1 2]", Problem::NoComma, 3),
        ("{\"a\": 1 \"b\"}", Problem::NoComma, 8),
        ("[1, ]", Problem::TrailingComma, 4),
        ("{} {}", Problem::TrailingText, 3),
    ] {
        assert_eq!(parse(text), Err(Error { problem, offset }), "{text}");
    }
}

#[test]
fn limits_the_depth_exactly() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let nested = |depth| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        assert!(parse(&nested(128)).is_ok());
        let offset = 128 * open.len();
        assert_eq!(parse(&nested(129)), Err(Error { problem: Problem::TooDeep, offset }));
    }
    let beside = format!("[{}]", "[[]],".repeat(1_000) + "[]");
    assert!(parse(&beside).is_ok());
}

#[test]
fn borrows_and_keeps_numbers_as_they_are_written() {
    let text = r#"{"plain":[1.50,-0,1e999,123456789012345678901234567890,"\u0041"]}"#;
    let json = parse(text).unwrap();
    assert_eq!(json.to_text(), r#"{"plain":[1.50,-0,1e999,123456789012345678901234567890,"A"]}"#);
    assert_eq!(json.clone().into_owned(), json);
}

#[test]
fn objects_are_made_and_changed() {
    let mut object = Object::new();
    object.insert("a", 1);
    object.insert("b", "x");
    object.insert("a", Json::from(vec![Json::from(true), Json::Null]));
    assert_eq!(Json::from(object.clone()).to_string(), r#"{"a":[true,null],"b":"x"}"#);
    assert_eq!(object.remove("a"), Some(Json::from(vec![Json::from(true), Json::Null])));
    assert_eq!(object.remove("a"), None);
    object.push("c", false);
    let same =
        Json::object(vec![("c".into(), false.into()), ("b".into(), "y".into()), ("b".into(), "x".into())]);
    assert_eq!(Json::from(object.clone()), same);
    object.retain(|key| key == "c");
    assert_ne!(Json::from(object), same);
}

#[test]
fn members_of_a_large_object_are_found_after_every_change() {
    let names: Vec<String> = (0..100).map(|number| format!("key {number}")).collect();
    let text = format!(
        "{{{}}}",
        names.iter().map(|name| format!(r#""{name}": "{name}""#)).collect::<Vec<_>>().join(", ")
    );
    let changes: [fn(&mut Object<'_>); 3] = [
        |object| drop(object.remove("key 0")),
        |object| object.retain(|key| key != "key 0"),
        |object| object.push("a", "a"),
    ];
    for change in changes {
        let mut object = parse(&text).unwrap().as_object().unwrap().clone();
        change(&mut object);
        for name in &names[1..] {
            assert_eq!(object.get(name).and_then(Json::as_str), Some(name.as_str()));
        }
        assert_eq!(object.get("key 100"), None);
    }
}

#[test]
fn writes_what_serializes_as_serde_json_does() {
    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "camelCase")]
    enum Tagged {
        None,
        Some { list: Vec<Option<u8>> },
    }
    #[derive(Serialize)]
    struct Everything {
        every: String,
        numbers: (i8, i64, u64, f64, f32),
        none: (f64, f32, Option<bool>),
        #[serde(flatten)]
        tagged: Tagged,
        more: Vec<Tagged>,
        map: BTreeMap<&'static str, char>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        left_out: Vec<bool>,
    }
    let everything = Everything {
        every: (0..0x180).filter_map(char::from_u32).collect(),
        numbers: (-1, i64::MIN, u64::MAX, 1.5, 0.1),
        none: (f64::NAN, f32::INFINITY, None),
        tagged: Tagged::Some { list: vec![Some(1), None] },
        more: vec![Tagged::None, Tagged::Some { list: vec![] }],
        map: BTreeMap::from([("a", 'b'), ("c\n", '"')]),
        left_out: vec![],
    };
    assert_eq!(to_text(&everything), Ok(serde_json::to_string(&everything).unwrap()));
}

/// The examples of RFC 8785, sections 3.2.2 and 3.2.3; numbers are the caller's to write.
#[test]
fn the_canonical_form_is_that_of_the_rfc() {
    let canonical = |text: &str| {
        let json = Parser::new(text, 16).value().unwrap();
        json.to_canonical_text(&|number| format!("<{number}>"))
    };
    assert_eq!(
        canonical(
            r#" {"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false], "n": 1E30 } "#
        ),
        r#"{"literals":[null,true,false],"n":<1E30>,"string":"€$\u000f\nA'B\"\\\\\"/"}"#
    );
    assert_eq!(
        canonical(
            r#"{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}"#
        ),
        "{\"\\r\":<2>,\"1\":<4>,\"\u{80}\":<6>,\"ö\":<7>,\"€\":<1>,\"😀\":<5>,\"\u{fb33}\":<3>}"
    );
}
