use a2a_negotiator::Decision;

use super::*;

fn session() -> Rc<Session> {
    Rc::new(Session::default())
}

fn after(session: &Rc<Session>, actions: impl IntoIterator<Item = Action>) -> Rc<Session> {
    actions.into_iter().fold(Rc::clone(session), Session::reduce)
}

fn fetched_card(text: String) -> Action {
    Action::CardFetched { url: "https://agent.example.com/card".into(), missed: false, text }
}

fn decision(session: &Session) -> Option<Decision> {
    session.judgement.as_ref().map(|judgement| judgement.outcome.decision())
}

fn is_stale(session: &Session) -> bool {
    session.card.error.is_some() || session.profile.error.is_some()
}

fn edited(session: &Session, side: Side, from: &str, to: &str) -> Action {
    let text = &session.document(side).text;
    assert!(text.contains(from), "{from}");
    Action::Edited(side, text.replacen(from, to, 1).as_str().into())
}

#[test]
fn the_page_opens_with_an_accepted_call() {
    let session = session();
    assert_eq!(decision(&session), Some(Decision::Accept));
    assert_eq!(session.skill.as_deref(), Some("market-size"));
    assert!(session.card.is_pristine() && !is_stale(&session));
}

#[test]
fn an_edit_changes_the_outcome() {
    let session = session();
    let edit =
        edited(&session, Side::Card, "\"application/json\", \"application/pdf\"", "\"application/pdf\"");
    let refused = after(&session, [edit]);
    assert_eq!(decision(&refused), Some(Decision::Reject));
    assert!(!refused.card.is_pristine() && refused.profile.is_pristine());
    assert!(refused.is_open(StepId::MediaTypes), "a step that refuses is open by itself");
    assert!(!refused.is_open(StepId::Interface));
}

#[test]
fn a_text_that_cannot_be_read_leaves_the_last_outcome() {
    let session = session();
    let broken = after(&session, [edited(&session, Side::Card, "\"name\":", "\"name\"")]);
    assert!(is_stale(&broken));
    assert_eq!(broken.judgement, session.judgement, "it is the same outcome, not made anew");
    let line = broken.card.error.as_ref().and_then(|error| error.position).map(|position| position.line);
    assert_eq!(line, Some(2));

    let other_side = after(&broken, [edited(&session, Side::Profile, "\"GRPC\", ", "")]);
    assert!(is_stale(&other_side));
    let binding = other_side
        .judgement
        .as_ref()
        .and_then(|judgement| judgement.outcome.plan())
        .map(|plan| plan.binding.clone());
    assert_eq!(binding.as_deref(), Some("JSONRPC"), "the other document is judged with the last good card");

    let mended = after(&broken, [Action::Edited(Side::Card, session.card.text.clone())]);
    assert!(!is_stale(&mended) && mended.card.is_pristine());
}

#[test]
fn edited_texts_can_be_had_back() {
    let session = session();
    assert!(after(&session, [Action::ExampleChosen(3)]).set_aside.is_empty(), "nothing was edited");

    let edit = Action::Edited(Side::Card, "{ my work".into());
    let moved =
        after(&session, [edit, Action::TaskClassChosen(TaskClass::LiveInput), Action::ExampleChosen(3)]);
    let kept: Vec<_> =
        moved.set_aside.iter().map(|kept| (kept.card_was_edited, kept.profile_was_edited)).collect();
    assert_eq!(kept, [(true, false)]);

    let restored = had_back(Rc::clone(&moved));
    assert_eq!(&*restored.card.text, "{ my work");
    assert_eq!(*restored.profile.text, *session.profile.text);
    assert_eq!(restored.task_class, TaskClass::LiveInput);
    assert!(restored.card.put != moved.card.put, "the editor is told");
    assert!(restored.set_aside.is_empty());

    let again = after(&restored, [Action::ExampleChosen(1)]);
    assert_eq!(again.set_aside.len(), 1, "what came back is not lost by the next choice");
    let dismissed = again.set_aside.iter().cloned().map(Action::SetAsideDismissed);
    assert!(after(&again, dismissed.collect::<Vec<_>>()).set_aside.is_empty());
}

/// What was set aside last is brought back.
pub(super) fn had_back(session: Rc<Session>) -> Rc<Session> {
    match session.set_aside.first().cloned() {
        Some(last) => session.reduce(Action::Restored(last)),
        None => session,
    }
}

/// The names of the cards that can be had back.
fn names_aside(session: &Session) -> Vec<&str> {
    session.set_aside.iter().map(|one| one.card_name.as_deref().unwrap_or("?")).collect()
}

#[test]
fn each_of_several_texts_can_be_had_back() {
    let works = |number: usize, more: &str| {
        let card =
            format!(r#"{{"name": "Mine {number}", "description": "{more}", "supportedInterfaces": []}}"#);
        [Action::Edited(Side::Card, card.as_str().into()), Action::ExampleChosen(number)]
    };
    let moved = after(&session(), (1..=3).flat_map(|number| works(number, "")));
    assert_eq!(names_aside(&moved), ["Mine 3", "Mine 2", "Mine 1"]);

    let Some(first) = moved.set_aside.last().cloned() else { return };
    let back = after(&moved, [Action::Restored(first)]);
    assert!(back.card.text.contains("Mine 1"));
    assert_eq!(names_aside(&back), ["Mine 3", "Mine 2"]);
    let reloaded = Session::unread(Some(&back.draft()));
    assert_eq!(names_aside(&reloaded), ["Mine 3", "Mine 2"]);
    let other = had_back(Rc::clone(&back));
    assert!(other.card.text.contains("Mine 3"));
    assert_eq!(
        names_aside(&other),
        ["Mine 1", "Mine 2"],
        "what it takes the place of is set aside in its turn"
    );
    let same = had_back(had_back(Rc::clone(&other)));
    assert_eq!(names_aside(&same), ["Mine 1", "Mine 2"], "nothing is there twice");
    let unreadable = after(&other, [Action::Edited(Side::Card, "{".into()), Action::ExampleChosen(2)]);
    assert_eq!(names_aside(&unreadable), ["?", "Mine 1", "Mine 2"]);

    let many = after(&session(), (1..=9).flat_map(|number| works(number, "")));
    assert_eq!(names_aside(&many), ["Mine 9", "Mine 8", "Mine 7", "Mine 6", "Mine 5"]);
    let long = "x".repeat(90_000);
    let large = after(&session(), (1..=4).flat_map(|number| works(number, &long)));
    assert_eq!(names_aside(&large), ["Mine 4", "Mine 3"]);
    let longer = "x".repeat(900_000);
    let larger = after(&large, works(5, &longer));
    assert_eq!(names_aside(&larger), ["Mine 5"], "the last one always is kept");
}

#[test]
fn a_fetched_card_is_tried_with_its_first_skill() {
    let session = session();
    let card = r#"{"name": "Other", "skills": [{"id": "first"}, {"id": "second"}],
        "supportedInterfaces": [{"url": "https://a.example.com", "protocolBinding": "GRPC", "protocolVersion": "1.0"}]}"#;
    let fetched = after(&session, [fetched_card(card.replace('\n', "\r\n"))]);
    assert_eq!(fetched.skill.as_deref(), Some("first"));
    assert_eq!(fetched.example, None);
    assert!(!fetched.card.text.contains('\r'));
    assert_eq!(fetched.skills.len(), 2);
    assert!(fetched.profile.put == session.profile.put, "the profile is left alone");

    let no_json = after(&session, [fetched_card("<html>".into())]);
    assert!(is_stale(&no_json));
}

#[test]
fn the_choice_of_a_skill_follows_the_card() {
    let session = session();
    let renamed = after(&session, [edited(&session, Side::Card, "\"market-size\"", "\"market\"")]);
    assert_eq!(renamed.skill.as_deref(), Some("market"));

    let pasted = r#"{"name": "Other", "skills": [{"id": "other"}], "supportedInterfaces": []}"#;
    let pasted = after(&session, [Action::Edited(Side::Card, pasted.into())]);
    assert_eq!(pasted.skill.as_deref(), Some("other"));

    let emptied =
        [Action::Edited(Side::Card, "{}".into()), Action::Edited(Side::Card, session.card.text.clone())];
    assert_eq!(
        decision(&after(&pasted, emptied)),
        Some(Decision::Accept),
        "no card in between makes no difference"
    );

    let none = after(&session, [Action::SkillChosen(None)]);
    assert_eq!(none.skill, None);
    let still_none = after(&none, [edited(&session, Side::Card, "\"market-size\"", "\"market\"")]);
    assert_eq!(still_none.skill, None, "no skill is a choice too");
}

#[test]
fn choosing_a_step_moves_both_editors() {
    let session = session();
    let chosen = after(&session, [Action::StepToggled(StepId::Interface)]);
    assert_eq!(chosen.chosen, Some(StepId::Interface));
    assert!(chosen.is_open(StepId::Interface));
    let card_line = |session: &Session| {
        let Command::Reveal { offset, .. } = session.card.told.as_ref()?.command else { return None };
        Some(session.card.text.get(..offset)?.matches('\n').count() + 1)
    };
    assert!(card_line(&chosen).is_some_and(|line| line > 5), "the interface that was taken is not the first");
    let profile = chosen.profile.told.as_ref().map(|told| &told.command);
    assert!(
        matches!(profile, Some(Command::Reveal { focus: false, .. })),
        "the focus stays on the ladder: {profile:?}"
    );

    let closed = after(&chosen, [Action::StepToggled(StepId::Interface)]);
    assert!(!closed.is_open(StepId::Interface) && closed.chosen.is_none());

    let all = after(&closed, [Action::AllStepsToggled]);
    assert!(all.all_open());
    assert!(!after(&all, [Action::AllStepsToggled]).is_open(StepId::Skill));
}

#[test]
fn a_step_that_is_open_by_itself_is_chosen_first_and_closed_then() {
    let refused = after(&session(), [Action::ExampleChosen(2)]);
    let chosen = after(&refused, [Action::StepToggled(StepId::MediaTypes)]);
    assert!(chosen.is_open(StepId::MediaTypes) && chosen.chosen == Some(StepId::MediaTypes));
    let closed = after(&chosen, [Action::StepToggled(StepId::MediaTypes)]);
    assert!(!closed.is_open(StepId::MediaTypes));
}

#[test]
fn the_line_of_the_caret_lights_the_step_that_read_it() {
    let session = session();
    let line =
        session.profile.text.lines().position(|line| line.contains("accepts")).map_or(0, |index| index + 1);
    let lit = after(&session, [Action::CaretMoved(Side::Profile, line)]);
    assert_eq!(lit.lit, [StepId::MediaTypes]);
    let same = after(&lit, [Action::CaretMoved(Side::Profile, line)]);
    assert!(Rc::ptr_eq(&lit, &same), "nothing is drawn again");
}

#[test]
fn a_link_to_a_place_shows_the_document() {
    let session = session();
    let shown = after(&session, [Action::PlaceChosen(Side::Profile, 20)]);
    assert_eq!(shown.view, View::Profile);
    let told = shown.profile.told.as_ref().map(|told| &told.command);
    assert_eq!(told, Some(&Command::Reveal { offset: 20, focus: true }));
    let again = after(&shown, [Action::PlaceChosen(Side::Profile, 20)]);
    assert_ne!(shown.profile.told, again.profile.told);
}

#[test]
fn a_text_past_the_limit_is_refused_and_kept() {
    let session = session();
    let text = Shared::<str>::from(" ".repeat(a2a_negotiator::limits::MAX_TEXT_BYTES + 1).as_str());
    let large = after(&session, [Action::Edited(Side::Card, text.clone())]);
    assert!(is_stale(&large));
    assert!(large.card.text == text);
}

#[test]
fn a_fix_can_be_taken_back_until_the_text_is_as_before_or_another_one() -> Result<(), &'static str> {
    let refused = after(&session(), [Action::ExampleChosen(2)]);
    let outcome = refused.judgement.as_ref().map(|judgement| &judgement.outcome);
    let fix = outcome.and_then(|outcome| outcome.fixes.first()).ok_or("a refusal with fixes")?;
    let (side, fix) = (Side::of(fix.target), Shared::new(fix.clone()));

    let chosen = after(&refused, [Action::FixChosen(fix.clone())]);
    let told = chosen.document(side).told.as_ref().map(|told| &told.command);
    assert_eq!(told, Some(&Command::Apply(fix.clone())));
    assert_eq!(chosen.view, View::from(side));
    assert_eq!(chosen.fix_result, None, "it is not applied yet");

    let done = |command: Command, done| Action::CommandDone(side, command, done);
    let applied = after(&chosen, [done(Command::Apply(fix.clone()), true)]);
    let was_applied = |session: &Session, edited: bool| match &session.fix_result {
        Some((of, FixResult::Applied(applied))) => {
            *of == side && applied.fix == fix && applied.is_edited == edited
        }
        _ => false,
    };
    assert!(was_applied(&applied, false));
    let other = if side == Side::Card { Side::Profile } else { Side::Card };
    let other_edited = after(&applied, [Action::Edited(other, "{}".into())]);
    assert_eq!(other_edited.fix_result, applied.fix_result);
    let further = [&*refused.document(side).text, " "].concat();
    let further = after(&applied, [Action::Edited(side, further.as_str().into())]);
    assert!(was_applied(&further, true), "it can still be taken back");
    let undone = after(&further, [Action::Edited(side, refused.document(side).text.clone())]);
    assert_eq!(undone.fix_result, None, "the text is as before the fix");
    assert_eq!(after(&applied, [Action::Edited(side, "{}".into())]).fix_result, None, "it is another text");
    assert_eq!(after(&applied, [Action::ExampleChosen(0)]).fix_result, None);

    let undone = after(&applied, [Action::FixTakenBack(side)]);
    assert_eq!(undone.document(side).told.as_ref().map(|told| &told.command), Some(&Command::TakeBack));
    assert_eq!(
        after(&undone, [done(Command::TakeBack, true)]).fix_result,
        Some((side, FixResult::TakenBack))
    );

    assert_eq!(after(&undone, [done(Command::TakeBack, false)]).fix_result, Some((side, FixResult::Stays)));

    let failed = after(&chosen, [done(Command::Apply(fix), false)]);
    assert_eq!(failed.fix_result, Some((side, FixResult::DoesNotFit)));
    Ok(())
}

#[test]
fn a_fix_tells_which_other_skills_it_does_something_to() -> Result<(), &'static str> {
    let card = r#"{"name": "Two", "description": "d", "version": "1",
        "supportedInterfaces": [{"url": "https://a.example.com", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "capabilities": {},
        "skills": [{"id": "pictures", "name": "p", "description": "d", "tags": [], "outputModes": ["image/png"]},
            {"id": "texts", "name": "t", "description": "d", "tags": []},
            {"id": "more", "name": "m", "description": "d", "tags": [], "outputModes": ["image/png"]}]}"#;
    let profile = r#"{"accepts": ["text/plain"], "sends": ["text/plain"]}"#;
    let other = r#"{"accepts": ["image/png"], "sends": ["text/plain"]}"#;
    let refused = after(
        &session(),
        [Action::Edited(Side::Profile, profile.into()), Action::Put(Side::Card, card.into())],
    );
    assert_eq!((refused.skill.as_deref(), decision(&refused)), (Some("pictures"), Some(Decision::Reject)));
    let outcome = refused.judgement.as_ref().map(|judgement| &judgement.outcome);
    let fixes = outcome.into_iter().flat_map(|outcome| &outcome.fixes);
    let fix = fixes.into_iter().find(|fix| Side::of(fix.target) == Side::Profile).ok_or("a fix")?;
    let fix = Shared::new(fix.clone());
    let applied = after(
        &refused,
        [
            Action::FixChosen(fix.clone()),
            Action::Edited(Side::Profile, other.into()),
            Action::CommandDone(Side::Profile, Command::Apply(fix), true),
        ],
    );
    let Some((_, FixResult::Applied(applied))) = &applied.fix_result else { return Err("it was applied") };
    assert_eq!((&*applied.lost, &*applied.won), (&["texts".to_owned()][..], &["more".to_owned()][..]));
    Ok(())
}

#[test]
fn a_pinned_outcome_stays_while_others_come() {
    let pinned = after(&session(), [Action::PinToggled, Action::ExampleChosen(2)]);
    assert_eq!(pinned.pinned.as_ref().map(|pinned| pinned.outcome.decision()), Some(Decision::Accept));
    assert_eq!(decision(&pinned), Some(Decision::Reject));
    assert!(after(&pinned, [Action::PinToggled]).pinned.is_none());
}

#[test]
fn the_form_gives_way_to_the_text_where_a_place_in_it_is_shown() {
    let form = after(&session(), [Action::FormToggled]);
    assert!(form.form);
    assert!(after(&form, [Action::PlaceChosen(Side::Card, 0)]).form, "the card has no form");
    assert!(!after(&form, [Action::PlaceChosen(Side::Profile, 0)]).form);
}

#[test]
fn another_card_put_over_one_of_an_example_is_for_no_task_of_it() {
    let live = GALLERY.iter().position(|example| example.intent.task_class == TaskClass::LiveInput);
    let session = after(&session(), live.map(Action::ExampleChosen));
    assert_eq!(session.task_class, TaskClass::LiveInput);
    let card =
        r#"{"name": "Unit Converter", "description": "Converts units", "skills": [{"id": "convert"}]}"#;
    let own = || Action::Edited(Side::Card, card.into());
    // Emptied first, as somebody may do before pasting.
    let emptied = Action::Edited(Side::Card, "".into());
    for actions in [vec![own()], vec![emptied, own()]] {
        let other = after(&session, actions);
        assert_eq!(other.task_class, TaskClass::Standard);
        assert_eq!(other.card_number, session.card_number + 1);
        // What is chosen for it stays while it is edited.
        let chosen = after(&other, [Action::TaskClassChosen(TaskClass::LiveInput)]);
        let edited = after(&chosen, [edited(&chosen, Side::Card, "Converts units", "Converts all units")]);
        assert_eq!((edited.task_class, edited.card_number), (TaskClass::LiveInput, other.card_number));
    }
}
