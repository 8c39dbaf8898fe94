//! Rankings: the cases under `tests/rankings`, and what holds for all cards.

#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

#[path = "support/json_files.rs"]
mod json_files;

use std::fs;

use a2a_negotiator::{
    Decision, Intent, MAX_UNREADABLE, Options, ProfileReading, RankResult, matrix, negotiate, rank,
    read_card, read_intent, read_profile,
};
use serde_json::{Value, json};

/// What a ranking says, in the form of a case: agents by place and name, errors by their codes.
fn in_short(result: &RankResult) -> Value {
    let mut value = serde_json::to_value(result).unwrap();
    for agent in value["ranked"].as_array_mut().unwrap() {
        *agent = format!("{} {}", agent["index"], agent["name"].as_str().unwrap()).into();
    }
    for text in value["unreadable"].as_array_mut().unwrap() {
        *text = json!({"index": text["index"], "code": text["error"]["code"]});
    }
    value
}

/// A card of a case, of which a string is the text itself.
fn text(card: &Value) -> String {
    card.as_str().map_or_else(|| card.to_string(), str::to_owned)
}

#[test]
fn the_cases_are_ranked_as_they_say() {
    let files = json_files::under("rankings").unwrap();
    assert!(!files.is_empty());
    for file in files {
        let case: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let cards = case["cards"].as_array().map_or_else(all_cards, |cards| cards.iter().map(text).collect());
        let profile = read_profile(&case["profile"].to_string()).unwrap();
        let intent = read_intent(&case["intent"].to_string()).unwrap();
        let top = case["top"].as_u64().map(|top| usize::try_from(top).unwrap());
        let result = rank(cards.iter().map(String::as_str), &profile, &intent, top);
        assert_eq!(in_short(&result), case["expect"], "{}", file.display());
    }
}

fn all_cards() -> Vec<String> {
    json_files::under("cards").unwrap().iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// The profiles of real clients and of odd ones, which the product test uses too.
fn profiles() -> Vec<ProfileReading> {
    let file = json_files::tests().join("profiles.json");
    let profiles: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let values = profiles.as_array().unwrap().iter();
    values.map(|named| read_profile(&named["profile"].to_string()).unwrap()).collect()
}

/// The decision is the same without trace and fixes, and comes faster.
fn decision_alone() -> Options {
    Options { trace: false, ..Options::default() }
}

#[test]
fn a_ranking_agrees_with_negotiating_one_by_one() {
    let cards = all_cards();
    let intent = Intent::default();
    for profile in profiles() {
        let result = rank(cards.iter().map(String::as_str), &profile, &intent, None);
        let mut by_index: Vec<_> =
            result.ranked.iter().map(|agent| (agent.index, &*agent.agent.plan)).collect();
        by_index.sort_by_key(|(index, _)| *index);
        let outcomes: Vec<_> = cards
            .iter()
            .map(|card| negotiate(&read_card(card).unwrap(), &profile, &intent, &decision_alone()))
            .collect();
        let accepted: Vec<_> = outcomes
            .iter()
            .enumerate()
            .filter_map(|(index, outcome)| Some((index, outcome.plan()?)))
            .collect();
        assert_eq!(by_index, accepted);
        let refused: usize = result.refusals.iter().map(|refusal| refusal.count).sum();
        assert_eq!(refused, outcomes.len() - accepted.len());
        for refusal in &result.refusals {
            let same = outcomes.iter().filter(|outcome| {
                outcome.decision() == refusal.decision
                    && outcome.rejection().is_some_and(|rejection| rejection.code == refusal.code)
            });
            assert_eq!(same.count(), refusal.count, "{:?}", refusal.code);
        }
        let counts = result.counts;
        assert_eq!(counts.cards, counts.accepted + counts.rejected + counts.escalated + counts.unreadable);
    }
}

#[test]
fn the_best_are_the_first_of_all() {
    let cards = all_cards();
    let profile = profiles().swap_remove(1);
    let accepted = rank(cards.iter().map(String::as_str), &profile, &Intent::default(), None).ranked;
    let accepted = accepted.iter().map(|agent| cards[agent.index].as_str());
    // So many that what is let go on the way is seen to be.
    let many: Vec<&str> = accepted.cycle().take(3 * MAX_UNREADABLE).collect();
    let intent = Intent::default();
    let all = rank(many.iter().copied(), &profile, &intent, None);
    assert_eq!(all.ranked.len(), many.len());
    for top in [0, 7, 100_000] {
        let best = rank(many.iter().copied(), &profile, &intent, Some(top));
        assert_eq!(best.ranked, all.ranked[..top.min(all.ranked.len())]);
        assert_eq!((best.counts, &best.refusals), (all.counts, &all.refusals));
    }
}

#[test]
fn texts_that_cannot_be_read_are_told_up_to_a_limit_and_counted_beyond() {
    let texts = vec!["{"; MAX_UNREADABLE + 5];
    let result = rank(texts, &ProfileReading::default(), &Intent::default(), None);
    assert_eq!(result.unreadable.len(), MAX_UNREADABLE);
    assert_eq!(result.counts.unreadable, MAX_UNREADABLE + 5);
}

#[test]
fn a_matrix_has_what_negotiating_says_in_every_cell() {
    let cards = all_cards();
    let profiles = profiles();
    let intent = Intent::default();
    let rows = matrix(cards.iter().map(String::as_str), &profiles, &intent);
    assert_eq!(rows.len(), cards.len());
    let mut accepted = 0;
    for (card, row) in cards.iter().zip(&rows) {
        let card = read_card(card).unwrap();
        assert_eq!(row.cells.len(), profiles.len());
        for (profile, cell) in profiles.iter().zip(&row.cells) {
            let outcome = negotiate(&card, profile, &intent, &decision_alone());
            assert_eq!(cell.decision, outcome.decision());
            assert_eq!(cell.code, outcome.rejection().map(|rejection| rejection.code));
            assert_eq!(cell.summary.is_some(), cell.decision == Decision::Accept);
            accepted += usize::from(cell.decision == Decision::Accept);
        }
    }
    assert!(accepted > 100, "{accepted} cells are accepted");
    let broken = matrix(["{"], &profiles, &intent);
    assert!(broken[0].cells.is_empty() && broken[0].error.is_some());
}
