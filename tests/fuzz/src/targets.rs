//! What holds for any bytes whatever. Each target reads its input as one or more texts, with the character U+001E
//! between them, and panics where a promise is broken.
//!
//! What is tried beside the core is decided by others: `serde_json` reads, `json-patch` applies.

use a2a_json::{Json, Parser};
use a2a_negotiator::limits::MAX_DEPTH;
use a2a_negotiator::{
    CardReading, ChangeClass, InputError, Intent, LockOptions, Operation, Options, Outcome, Pointer,
    ProfileReading, RecoveryContext, RequestStyle, Target, build_request, check_negotiable, diff_cards,
    explain, explain_json, format_request, locate_all, lock_card, migrate_card, negotiate, rank, read_card,
    read_failure, read_history, read_intent, read_lock_options, read_lockfile, read_options, read_plan,
    read_profile, recover,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::patches;
use super::promises;
use super::security::{Demand, demand};

/// A target: it panics where a promise is broken.
pub type Promises = fn(&[u8]);

/// All targets by their names.
pub const TARGETS: [(&str, Promises); 9] = [
    ("reader", reader),
    ("negotiate", negotiation),
    ("locate", locating),
    ("fixes", fixes),
    ("recover", recovery),
    ("canonical", canonical),
    ("diff", comparison),
    ("rank", ranking),
    ("request", request),
];

/// What stands between the texts of an input.
pub const SEPARATOR: char = '\u{1e}';

/// So many texts; those that are left out are empty objects.
fn texts<const N: usize>(data: &[u8]) -> [String; N] {
    let text = String::from_utf8_lossy(data);
    let mut parts = text.splitn(N, SEPARATOR);
    std::array::from_fn(|_| parts.next().unwrap_or("{}").to_owned())
}

fn bytes(value: &impl Serialize) -> String {
    a2a_json::to_text(value).expect("what the core gives can be written")
}

/// An error leads to a place in the text, and says what is wrong and what to do.
fn check_error(error: &InputError, text: &str) {
    assert!(!error.message.is_empty() && !error.help.is_empty());
    if let Some(position) = error.position {
        let is_there = position.offset <= text.encode_utf16().count();
        assert!(is_there && position.line > 0 && position.column > 0, "{error:?} in {text}");
    }
}

/// What a reader makes of a text, twice the same.
fn read<T>(text: &str, reader: impl Fn(&str) -> Result<T, InputError>) -> Option<T> {
    match reader(text) {
        Ok(read) => Some(read),
        Err(error) => {
            check_error(&error, text);
            let again = reader(text).err();
            assert_eq!(again.as_ref(), Some(&error));
            None
        }
    }
}

/// Every pointer leads to a value, or to the object that lacks it.
fn check_pointers<'p>(text: &str, pointers: impl Iterator<Item = &'p Pointer>) {
    let with_parents: Vec<&str> = pointers
        .map(Pointer::as_str)
        .flat_map(|pointer| [pointer, pointer.rsplit_once('/').map_or("", |(parent, _)| parent)])
        .collect();
    let places = locate_all(text, &with_parents);
    for (pointers, places) in with_parents.chunks(2).zip(places.chunks(2)) {
        assert!(places.iter().any(Option::is_some), "no place `{}`", pointers[0]);
    }
}

/// Cards of any generation, read and migrated.
pub fn reader(data: &[u8]) {
    let [card] = texts(data);
    let Some(reading) = read(&card, read_card) else {
        assert!(migrate_card(&card).is_err());
        return;
    };
    let again = read_card(&card).expect("it was read before");
    assert_eq!(bytes(&again), bytes(&reading));
    check_pointers(&card, reading.findings.iter().map(|finding| &finding.pointer));

    let migration = migrate_card(&card).expect("what can be read can be migrated");
    assert_eq!(migration.card.is_some(), reading.card.is_some());
    check_pointers(&card, migration.findings.iter().map(|finding| &finding.pointer));
    if let Some(migrated) = migration.card {
        let text = migrated.to_text();
        let twice = migrate_card(&text).expect("a migrated card can be read");
        assert_eq!(twice.card.map(|card| card.to_text()), Some(text));
    }
}

/// The documents of a negotiation.
struct Documents {
    card: String,
    profile: String,
    intent: String,
    options: String,
}

impl Documents {
    fn of(data: &[u8]) -> Self {
        let [card, profile, intent, options] = texts(data);
        Self { card, profile, intent, options }
    }

    fn read(&self) -> Option<(CardReading, ProfileReading, Intent, Options)> {
        Some((
            read(&self.card, read_card)?,
            read(&self.profile, read_profile)?,
            read(&self.intent, read_intent)?,
            read(&self.options, read_options)?,
        ))
    }
}

/// Outcomes of any documents.
pub fn negotiation(data: &[u8]) {
    let documents = Documents::of(data);
    let Some((card, profile, intent, options)) = documents.read() else { return };
    let options = Options { trace: true, fixes: false, ..options };
    let outcome = negotiate(&card, &profile, &intent, &options);
    let broken = promises::broken(&outcome, &documents.card, &documents.profile);
    assert!(broken.is_empty(), "{broken:#?}");
    let text = bytes(&outcome);
    assert_eq!(text, bytes(&negotiate(&card, &profile, &intent, &options)));
    assert_eq!(explain_json(&text).as_ref(), Ok(&explain(&outcome)));

    let quick = negotiate(&card, &profile, &intent, &Options { trace: false, ..options });
    let verdict = |outcome: &Outcome| promises::without_fixes(&outcome.verdict).ok();
    assert_eq!(verdict(&quick), verdict(&outcome));
    assert_eq!(quick.degradations, outcome.degradations);
    check_pointers(
        &documents.card,
        check_negotiable(&card, &profile).iter().flat_map(|path| &path.card_pointers),
    );

    // Whoever presents nothing passes where the card says that this is welcome.
    if let Some(plan) = outcome.plan()
        && plan.credentials.is_empty()
        && let Ok(json) = serde_json::from_str(documents.card.trim_start_matches('\u{feff}'))
    {
        assert_ne!(demand(&json, intent.skill.as_deref()), Demand::Guarded);
    }
}

/// Places in any text, against `serde_json`.
pub fn locating(data: &[u8]) {
    let [text, pointers] = texts(data);
    let pointers: Vec<&str> = pointers.lines().take(100).collect();
    let places = locate_all(&text, &pointers);
    assert_eq!(places.len(), pointers.len());
    let units: Vec<u16> = text.encode_utf16().collect();
    let value: Option<Value> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok();
    for (pointer, place) in pointers.iter().zip(places) {
        let expected = value.as_ref().and_then(|value| value.pointer(pointer));
        let Some(place) = place else {
            // Nothing that is read is nested deeper than this.
            assert!(expected.is_none() || pointer.matches('/').count() > MAX_DEPTH, "no place `{pointer}`");
            continue;
        };
        let found =
            String::from_utf16(&units[place.start.offset..place.end.offset]).expect("whole characters");
        assert!(place.key.offset <= place.start.offset && place.key.line <= place.start.line);
        let before = &units[..place.start.offset];
        let line_break = u16::from(b'\n');
        assert_eq!(place.start.line, before.iter().filter(|unit| **unit == line_break).count() + 1);
        let start = before.iter().rposition(|unit| *unit == line_break).map_or(0, |at| at + 1);
        assert_eq!(place.start.column, place.start.offset - start + 1);
        if value.is_some() {
            assert_eq!(serde_json::from_str::<Value>(&found).ok().as_ref(), expected, "at `{pointer}`");
        }
    }
}

/// Every fix, applied by a library of its own, mends what was refused.
pub fn fixes(data: &[u8]) {
    let documents = Documents::of(data);
    let Some((card, profile, intent, options)) = documents.read() else { return };
    let options = Options { fixes: true, ..options };
    let outcome = negotiate(&card, &profile, &intent, &options);
    let Some(rejection) = outcome.rejection() else {
        assert!(outcome.fixes.is_empty());
        return;
    };
    if options.trace {
        assert_eq!(outcome.fixes.is_empty(), rejection.unfixable.is_some());
    }
    let parse = |text: &str| serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).ok();
    for fix in &outcome.fixes {
        let text = if fix.target == Target::Card { &documents.card } else { &documents.profile };
        // A number that does not fit into theirs is read by us alone.
        let Some(mut value) = parse(text) else { continue };
        patches::apply(&mut value, &fix.patch).expect("a fix applies");
        let mended = value.to_string();
        let (of_card, of_profile) = (read_card(&mended), read_profile(&mended));
        let again = match fix.target {
            Target::Card => {
                negotiate(&of_card.expect("a mended card can be read"), &profile, &intent, &options)
            }
            Target::Profile => {
                negotiate(&card, &of_profile.expect("a mended profile can be read"), &intent, &options)
            }
        };
        let refused = again.steps.iter().find_map(|step| step.rejection.as_ref()).or(again.rejection());
        assert!(refused.is_none_or(|again| again.step > rejection.step), "not mended by: {}", fix.message);
    }
}

/// Whatever a server says of a call by whatever plan.
pub fn recovery(data: &[u8]) {
    let [plan, failure, history, card, profile, intent] = texts(data);
    let Some(plan) = read(&plan, read_plan) else { return };
    assert_eq!(read_plan(&bytes(&plan)).as_ref(), Ok(&plan), "a plan reads back as it was");
    let Some(failure) = read(&failure, read_failure) else { return };
    let history = if history == "{}" { "[]".to_owned() } else { history };
    let Some(mut history) = read(&history, read_history) else { return };
    let (card, profile) = (read(&card, read_card), read(&profile, read_profile));
    let intent = read(&intent, read_intent);
    // No call goes on for ever, and none takes a second other plan.
    let (mut plans, mut others) = (plan.clone(), 0);
    for round in 0.. {
        assert!(round < 40, "there is no end to it");
        let context = RecoveryContext {
            history: &history,
            card: card.as_ref(),
            profile: profile.as_ref(),
            intent: intent.as_ref(),
            lock: None,
        };
        let action = recover(&plans, &failure, &context);
        assert_eq!(bytes(&action), bytes(&recover(&plans, &failure, &context)));
        assert!(!action.reason.is_empty() && !action.reason.contains(['\n', '\r', '\u{1b}']));
        history.note(&action);
        if let Some(next) = action.plan.as_deref().filter(|next| **next != plans) {
            others += 1;
            plans = next.clone();
        }
        if matches!(action.action.as_str(), "giveUp" | "report") {
            break;
        }
    }
    assert!(others <= 1, "the plan changed {others} times");
}

/// Any JSON against `serde_json`, and the digest of it.
pub fn canonical(data: &[u8]) {
    let [text, profile] = texts(data);
    let parse = |text: &str| -> Option<Json<'static>> {
        let mut parser = Parser::new(text, MAX_DEPTH);
        let value = parser.value().ok()?;
        parser.end().ok()?;
        Some(value.into_owned())
    };
    let theirs = serde_json::from_str::<Value>(&text);
    let Some(json) = parse(&text) else {
        assert!(theirs.is_err(), "only we do not read it");
        return;
    };
    match theirs {
        Ok(value) => {
            let written = serde_json::from_str::<Value>(&json.to_text()).ok();
            assert_eq!(written.as_ref(), Some(&value));
            let canonical = json.to_canonical_text(&str::to_owned);
            assert_eq!(serde_json::from_str::<Value>(&canonical).ok().as_ref(), Some(&value));
            let again = parse(&canonical).expect("the canonical form can be read");
            assert_eq!(again.to_canonical_text(&str::to_owned), canonical);
        }
        // Limits of theirs: numbers of 64 bits, and one level less.
        Err(error) => {
            let error = error.to_string();
            let is_limit = error.starts_with("number out of range") || error.starts_with("recursion limit");
            assert!(is_limit, "only we read it: {error}");
        }
    }

    let (Some(card), Some(profile)) = (read(&text, read_card), read(&profile, read_profile)) else { return };
    let lock = lock_card(&card, &profile, &LockOptions::default());
    let written = bytes(&lock);
    assert_eq!(written, bytes(&lock_card(&card, &profile, &LockOptions::default())));
    assert_eq!(read_lockfile(&written).as_ref(), Ok(&lock));
    let compact = read_card(&json.to_text()).expect("it was read before");
    assert_eq!(lock_card(&compact, &profile, &LockOptions::default()).card.sha256, lock.card.sha256);
    let options = |lock| Options { lock, fixes: false, ..Options::default() };
    let free = negotiate(&card, &profile, &Intent::default(), &options(None));
    let held = negotiate(&card, &profile, &Intent::default(), &options(Some(lock.into())));
    assert_eq!(free.verdict, held.verdict, "a card is within its own lock");
    let errors = [read_lock_options(&text).err(), read_lockfile(&text).err()];
    errors.iter().flatten().for_each(|error| check_error(error, &text));
}

/// Two cards, compared for anybody and for a client.
pub fn comparison(data: &[u8]) {
    let [old, new, profile, intent] = texts(data);
    let (Some(before), Some(after)) = (read(&old, read_card), read(&new, read_card)) else { return };
    let found = diff_cards(&before, &after, None);
    assert_eq!(bytes(&found), bytes(&diff_cards(&before, &after, None)));
    check_pointers(&old, found.changes.iter().filter_map(|change| change.old_pointer.as_ref()));
    check_pointers(&new, found.changes.iter().filter_map(|change| change.new_pointer.as_ref()));
    let same = diff_cards(&before, &before, None);
    assert!(same.changes.is_empty(), "a card differs from itself: {:#?}", same.changes);

    let (Some(profile), Some(intent)) = (read(&profile, read_profile), read(&intent, read_intent)) else {
        return;
    };
    let for_client = diff_cards(&before, &after, Some((&profile, &intent)));
    let options = Options { trace: false, ..Options::default() };
    let accepts = |card| negotiate(card, &profile, &intent, &options).plan().is_some();
    if accepts(&before) && !accepts(&after) {
        assert_eq!(for_client.class, ChangeClass::Breaking);
        assert_eq!(found.class, ChangeClass::Breaking);
    }
}

/// Lines of cards, ranked together and one by one.
pub fn ranking(data: &[u8]) {
    let [profile, intent, lines] = texts(data);
    let (Some(profile), Some(intent)) = (read(&profile, read_profile), read(&intent, read_intent)) else {
        return;
    };
    let lines: Vec<&str> = lines.lines().take(50).collect();
    let result = rank(lines.iter().copied(), &profile, &intent, None);
    assert_eq!(bytes(&result), bytes(&rank(lines.iter().copied(), &profile, &intent, None)));
    let counts = result.counts;
    assert_eq!(counts.cards, lines.len());
    assert_eq!(counts.cards, counts.accepted + counts.rejected + counts.escalated + counts.unreadable);
    let mut ranked: Vec<_> =
        result.ranked.iter().map(|agent| (agent.index, (*agent.agent.plan).clone())).collect();
    ranked.sort_by_key(|(index, _)| *index);
    let options = Options { trace: false, ..Options::default() };
    let plan = |line: &&str| negotiate(&read_card(line).ok()?, &profile, &intent, &options).plan().cloned();
    let alone: Vec<_> =
        lines.iter().enumerate().filter_map(|(index, line)| Some((index, plan(line)?))).collect();
    assert_eq!(ranked, alone);
}

/// Requests of any plan, and how they are shown.
pub fn request(data: &[u8]) {
    let [plan, message, options] = texts(data);
    let Some(plan) = read(&plan, read_plan) else { return };
    let built = || build_request(&plan, &message, &options);
    assert_eq!(bytes(&built().ok()), bytes(&built().ok()));
    let request = match built() {
        Ok(request) => request,
        // Either text may be what is wrong.
        Err(error) => return check_error(&error, &[&*message, &options].concat()),
    };
    let json = json!(request);
    for (name, value) in json["headers"].as_object().into_iter().flatten() {
        let value = value.as_str().unwrap_or_default();
        assert!(!name.contains(['\r', '\n', ':']) && !value.contains(['\r', '\n', '\0']), "{name}: {value}");
    }
    for style in [RequestStyle::Curl, RequestStyle::Fetch, RequestStyle::Http] {
        if let Ok(shown) = format_request(&request, style) {
            assert!(!shown.is_empty() && !shown.contains(['\u{1b}', '\u{7}']));
        }
    }
    for operation in Operation::ALL {
        let options = json!({"operation": operation, "taskId": "t"}).to_string();
        let _ = build_request(&plan, &message, &options);
    }
}
