//! Memory and work grow with what is given, and not faster: counted in allocations, which are the same on every machine.
//! `tests/growth.rs` has what is only compared, and allocates nothing.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

use std::fmt::Write as _;

use a2a_negotiator::limits::MAX_TEXT_BYTES;
use a2a_negotiator::{
    InputErrorCode, Intent, LockOptions, Options, RecoveryContext, build_request, check_negotiable,
    diff_cards, explain_json, judge, locate_all, lock_card, matrix, migrate_card, negotiate, rank, read_card,
    read_failure, read_history, read_intent, read_lockfile, read_plan, read_profile, recover,
};
use allocation_counter::{AllocationInfo, measure};

/// So many times as much may be allocated at once as is given: an outcome quotes what it is about, and fixes are tried
/// on a copy of a document.
const MOST_AT_ONCE: u64 = 120;
/// How much larger the second input is.
const TIMES: usize = 4;
/// What is allocated whatever is given, and by how much a list may be larger than what is in it.
const SLACK: f64 = 1.6;

/// Measures an act on an input and on a larger one of the same form.
fn grows_with_its_input(name: &str, size: usize, input: impl Fn(usize) -> String, act: impl Fn(&str)) {
    let (small, large) = (input(size), input(TIMES * size));
    let spent = |text: &str| measure(|| act(text));
    // What is made once for all, such as tables, is made now.
    let _ = spent(&small);
    let (of_small, of_large): (AllocationInfo, AllocationInfo) = (spent(&small), spent(&large));
    #[expect(clippy::cast_precision_loss, reason = "so large is nothing here")]
    let times = |large: u64, small: u64| large as f64 / small.max(1) as f64;
    let of_input = times(large.len() as u64, small.len() as u64) * SLACK;
    let bytes = times(of_large.bytes_total, of_small.bytes_total + 16 * 1024);
    let count = times(of_large.count_total, of_small.count_total + 200);
    assert!(bytes < of_input, "{name}: {bytes:.1} times the bytes\n{of_small:?}\n{of_large:?}");
    assert!(count < of_input, "{name}: {count:.1} times the allocations\n{of_small:?}\n{of_large:?}");
    let most = MOST_AT_ONCE * (large.len() as u64 + 64 * 1024);
    assert!(of_large.bytes_max < most, "{name}: {} bytes at once for {}", of_large.bytes_max, large.len());
    assert_eq!(of_large.bytes_current, 0, "{name}: something is kept");
}

fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",")
}

/// A card with something in it beside what it takes to be called.
fn card(members: &str) -> String {
    format!(
        r#"{{"name": "a", "description": "b", "version": "1", "supportedInterfaces": [{{"url": "https://a.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}],
        "capabilities": {{}}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], {members}}}"#
    )
}

const PROFILE: &str = r#"{"accepts": ["text/plain"], "sends": ["text/plain"], "credentials": ["s1"]}"#;

/// Everything that is done with one card.
fn do_everything(text: &str) {
    let Ok(card) = read_card(text) else { return };
    let profile = read_profile(PROFILE).unwrap();
    let pointers: Vec<&str> = card.findings.iter().map(|finding| finding.pointer.as_str()).collect();
    drop(locate_all(text, &pointers));
    drop(migrate_card(text));
    drop(check_negotiable(&card, &profile));
    for skill in [None, Some("skill 7")] {
        let intent = skill.map_or_else(Intent::default, Intent::for_skill);
        let outcome = negotiate(&card, &profile, &intent, &Options::default());
        drop(explain_json(&a2a_json::to_text(&outcome).unwrap()));
    }
}

fn lock(text: &str) {
    let (card, profile) = (read_card(text).unwrap(), read_profile(PROFILE).unwrap());
    let lock = lock_card(&card, &profile, &LockOptions::default());
    let lock = read_lockfile(&a2a_json::to_text(&lock).unwrap()).unwrap();
    let options = Options { lock: Some(lock.into()), ..Options::default() };
    drop(negotiate(&card, &profile, &Intent::default(), &options));
}

fn diff(text: &str) {
    let (old, profile) = (read_card(text).unwrap(), read_profile(PROFILE).unwrap());
    let new = read_card(&text.replace("description", "name")).unwrap();
    let others = read_card(&text.replace("skill", "others")).unwrap();
    for new in [new, others] {
        drop(diff_cards(&old, &new, None));
        drop(diff_cards(&old, &new, Some((&profile, &Intent::default()))));
    }
}

#[test]
fn what_is_nested() {
    for (open, close) in
        [("[", "]"), (r#"{"a":"#, "}"), (r#"{"skills":["#, "]}"), (r#"{"capabilities":"#, "}")]
    {
        let nested = |depth: usize| format!("{}0{}", open.repeat(depth), close.repeat(depth));
        grows_with_its_input("nested, and refused", 10_000, nested, do_everything);
        grows_with_its_input(
            "nested in a card",
            10_000,
            |depth| card(&format!(r#""x":{}"#, nested(depth))),
            do_everything,
        );
        grows_with_its_input(
            "as deep as may be",
            25,
            |depth| card(&format!(r#""x":{}"#, nested(depth))),
            do_everything,
        );
    }
}

#[test]
fn what_there_is_too_much_of() {
    let skills = |count: usize| card(&format!(r#""skills":[{}]"#, list(count, |_| "{}".into())));
    grows_with_its_input("many more skills", 100_000, skills, do_everything);
    let interfaces =
        |count: usize| format!(r#"{{"supportedInterfaces":[{}]}}"#, list(count, |_| "{}".into()));
    grows_with_its_input("many more interfaces", 100_000, interfaces, do_everything);
    let same = |count: usize| format!("{{{}}}", list(count, |_| r#""a":1"#.into()));
    grows_with_its_input("the same key again and again", 100_000, same, do_everything);
}

#[test]
fn a_text_is_read_up_to_the_limit() {
    let padded = |length: usize| {
        let card = card(r#""skills": []"#);
        let spaces = " ".repeat(length - card.len());
        card + &spaces
    };
    assert!(read_card(&padded(MAX_TEXT_BYTES)).is_ok());
    let error = read_card(&padded(MAX_TEXT_BYTES + 1)).unwrap_err();
    assert_eq!(error.code, InputErrorCode::TooLarge);
}

#[test]
fn what_there_is_much_of() {
    let long = |length: usize| {
        card(&format!(r#""provider": "{0}", "skills": [{{"id": "{0}"}}]"#, "é\\n".repeat(length)))
    };
    grows_with_its_input("long strings", 5_000, long, do_everything);
    let skills = |count: usize| {
        card(&format!(
            r#""skills":[{}]"#,
            list(count, |index| format!(r#"{{"id":"skill{index}","description":"d"}}"#))
        ))
    };
    grows_with_its_input("skills with similar ids", 400, skills, do_everything);
    grows_with_its_input("skills that are locked", 150, skills, lock);
    grows_with_its_input("skills that are compared", 150, skills, diff);
    let keys = |count: usize| card(&list(count, |index| format!(r#""description{index:x}":1"#)));
    grows_with_its_input("near misses of a field", 1_500, keys, do_everything);
    let same = |count: usize| card(&list(count, |index| format!(r#""k{}":1"#, index / 2)));
    grows_with_its_input("every key twice", 1_500, same, do_everything);
    let schemes = |count: usize| {
        card(&format!(
            r#""securitySchemes":{{{}}},"securityRequirements":[{}]"#,
            list(count, |index| format!(r#""scheme{index}":{{"type":"http","scheme":"bearer"}}"#)),
            list(count, |index| format!(r#"{{"schemes":{{"sheme{index}":{{"list":["a"]}}}}}}"#))
        ))
    };
    grows_with_its_input("requirements by names near those of schemes", 60, schemes, do_everything);
}

#[test]
fn skills_and_interfaces() {
    let both = |count: usize| {
        format!(
            r#"{{"name":"a","supportedInterfaces":[{}],"skills":[{}]}}"#,
            list(count, |index| format!(
                r#"{{"url":"https://a.example/{index}","protocolBinding":"JSONRPC","protocolVersion":"0.{index}"}}"#
            )),
            list(count, |index| format!(r#"{{"id":"skill{index}","description":"d"}}"#))
        )
    };
    grows_with_its_input("negotiated", 200, both, do_everything);
    grows_with_its_input("locked", 200, both, lock);
    grows_with_its_input("compared", 200, both, diff);
}

#[test]
fn many_cards() {
    let line = |index: usize| card(&format!(r#""skills":[{{"id":"{index}"}}]"#)).replace('\n', " ");
    let lines = |count: usize| (0..count).map(line).collect::<Vec<_>>().join("\n");
    let profile = read_profile(PROFILE).unwrap();
    let intent = Intent::default();
    grows_with_its_input("ranked", 200, lines, |text| drop(rank(text.lines(), &profile, &intent, Some(10))));
    let broken = |count: usize| "{\n".repeat(count);
    grows_with_its_input("lines that are no cards", 2_000, broken, |text| {
        drop(rank(text.lines(), &profile, &intent, Some(10)));
        text.lines().for_each(|line| drop(judge(line, &profile, &intent)));
    });
    let profiles = [read_profile(PROFILE).unwrap(), read_profile("{}").unwrap()];
    grows_with_its_input("in a table", 200, lines, |text| drop(matrix(text.lines(), &profiles, &intent)));
}

#[test]
fn what_a_server_and_a_caller_say() {
    let plan = read_plan(
        r#"{"url": "https://agent.example.com/a2a", "binding": "JSONRPC", "version": "1.0", "credentials": [],
            "inputModes": [], "acceptedOutputModes": ["text/plain"], "delivery": {"mode": "poll", "fallbacks": [], "returnImmediately": true},
            "extensions": [], "headers": {"A2A-Version": "1.0"}, "fetchExtendedCard": false}"#,
    )
    .unwrap();
    let history = read_history("[]").unwrap();
    let context = RecoveryContext { history: &history, card: None, profile: None, intent: None, lock: None };
    let recovered = |text: &str| drop(recover(&plan, &read_failure(text).unwrap(), &context));
    let versions = |count: usize| {
        format!(
            r#"{{"jsonrpc":{{"code":-32009,"data":{{"supportedVersions":[{}]}}}}}}"#,
            list(count, |index| format!("\"7.{index}\""))
        )
    };
    grows_with_its_input("versions of a server", 5_000, versions, recovered);
    let reasons = |count: usize| {
        format!(
            r#"{{"jsonrpc":{{"code":-32000,"data":[{}]}}}}"#,
            list(count, |index| format!(r#"{{"reason":"R{index}"}}"#))
        )
    };
    grows_with_its_input("reasons of a server", 5_000, reasons, recovered);
    let body =
        |count: usize| format!(r#"{{"http":{{"status":500,"body":"{}"}}}}"#, "data: {}\\n\\n".repeat(count));
    grows_with_its_input("events of a server", 5_000, body, recovered);

    let message = |count: usize| {
        let mut text = String::from(r#"{"messageId": "m", "parts": ["#);
        for index in 0..count {
            let _ = write!(text, r#"{{"text": "{index}"}},"#);
        }
        text + r#"{"text": ""}]}"#
    };
    grows_with_its_input("a message", 1_000, message, |text| drop(build_request(&plan, text, "{}")));
    let profile = |count: usize| format!("{{{}}}", list(count, |index| format!(r#""accept{index:x}":0"#)));
    grows_with_its_input("a profile", 5_000, profile, |text| drop(read_profile(text)));
    let intent = |count: usize| format!(r#"{{"sends":["a/b"{}"#, " ".repeat(count));
    grows_with_its_input("an intent", 5_000, intent, |text| drop(read_intent(text)));
}
