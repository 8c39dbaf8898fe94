//! The paths of the core, to be counted or profiled: `paths PATH TIMES PROFILE CARD...` goes along one so many
//! times with the text of each card.

use std::hint::black_box;

use a2a_negotiator::{
    CardReading, Intent, Options, ProfileReading, judge, migrate_card, negotiate, negotiate_text, read_card,
    read_profile,
};
use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, times, profile, cards @ ..] = arguments.as_slice() else {
        bail!("usage: paths PATH TIMES PROFILE CARD...");
    };
    let given = Given {
        texts: cards,
        profile: read_profile(profile)?,
        cards: cards.iter().map(|card| read_card(card)).collect::<Result<_, _>>()?,
    };
    for _ in 0..times.parse::<usize>()? {
        for index in 0..cards.len() {
            given.walk(path, index)?;
        }
    }
    Ok(())
}

struct Given<'a> {
    texts: &'a [String],
    profile: ProfileReading,
    cards: Vec<CardReading>,
}

impl Given<'_> {
    fn walk(&self, path: &str, index: usize) -> Result<()> {
        let (text, card) = (&self.texts[index], &self.cards[index]);
        let intent = Intent::default();
        let options = Options { trace: path != "plan", ..Options::default() };
        match path {
            "read" => drop(black_box(read_card(text)?)),
            "plan" | "outcome" => drop(black_box(negotiate(card, &self.profile, &intent, &options))),
            "text" => {
                drop(black_box(serde_json::to_string(&negotiate(card, &self.profile, &intent, &options))?));
            }
            "text-plan" => {
                drop(black_box(negotiate_text(
                    text,
                    &self.profile,
                    &intent,
                    &Options { trace: false, ..options },
                )?));
            }
            "judge" => drop(black_box(judge(text, &self.profile, &intent))),
            "migrate" => drop(black_box(migrate_card(text)?)),
            _ => bail!("`{path}` is no path"),
        }
        Ok(())
    }
}
