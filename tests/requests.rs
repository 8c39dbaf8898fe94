//! The requests under `tests/requests`: plans and messages with the exact requests that they mean. The same
//! files are read by the tests of the npm package.

#[path = "support/case_files.rs"]
mod case_files;
#[path = "support/json_files.rs"]
mod json_files;

use std::error::Error;
use std::fmt::Write as _;

use a2a_negotiator::limits::MAX_FINDINGS;
use a2a_negotiator::{
    CallPlan, InputError, InputErrorCode, Operation, Request, RequestStyle, build_request, format_request,
    format_request_json, negotiate, read_card, read_intent, read_options, read_plan, read_profile,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// One file: requests of one plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    note: String,
    plan: Map<String, Value>,
    /// What stands in the headers of every request.
    headers: Map<String, Value>,
    requests: Vec<Case>,
}

/// One request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    title: String,
    /// What is different from the file's plan.
    #[serde(default)]
    plan: Map<String, Value>,
    #[serde(default)]
    message: Value,
    #[serde(default)]
    options: Map<String, Value>,
    expect: Map<String, Value>,
}

fn files() -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    for path in json_files::under("requests")? {
        let text = std::fs::read_to_string(&path)?;
        files.push(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(files)
}

fn build(file: &File, case: &Case) -> Result<Request, InputError> {
    let mut plan = file.plan.clone();
    plan.extend(case.plan.clone());
    let options = Value::Object(case.options.clone()).to_string();
    build_request(&read_plan(&Value::Object(plan).to_string())?, &case.message.to_string(), &options)
}

/// What differs between a request and what is expected of it, a line for each difference.
fn mismatches(file: &File, case: &Case, found: &Request) -> Result<Vec<String>, Box<dyn Error>> {
    let found = serde_json::to_value(found)?;
    let mut headers = file.headers.clone();
    headers.extend(case.expect.get("headers").and_then(Value::as_object).cloned().unwrap_or_default());
    let mut differences = Vec::new();
    for key in ["method", "url", "headers", "body", "credentials", "pushSecrets", "findings"] {
        let (expected, found) = match key {
            "headers" => (Value::Object(headers.clone()), found[key].clone()),
            "findings" => {
                (case.expect.get(key).cloned().unwrap_or(json!([])), codes(&found[key], &case.expect))
            }
            "credentials" | "pushSecrets" => {
                (case.expect.get(key).cloned().unwrap_or(json!([])), found[key].clone())
            }
            _ => (case.expect.get(key).cloned().unwrap_or_default(), found[key].clone()),
        };
        if expected != found {
            differences.push(format!("{key}: expected {expected}, found {found}"));
        }
    }
    Ok(differences)
}

/// Of findings, what the expected ones speak of.
fn codes(found: &Value, expect: &Map<String, Value>) -> Value {
    let expected = expect.get("findings").and_then(Value::as_array);
    let speaks_of = |key: &String| expected.into_iter().flatten().any(|finding| finding.get(key).is_some());
    let mut found = found.clone();
    for finding in found.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        finding.retain(|key, _| speaks_of(key) || (expected.is_none() && key != "severity"));
    }
    found
}

fn error_mismatches(expected: &Value, found: &InputError) -> Result<Vec<String>, Box<dyn Error>> {
    let found = serde_json::to_value(found)?;
    let mut differences = Vec::new();
    for (key, expected) in expected.as_object().into_iter().flatten() {
        let is_text = matches!(key.as_str(), "message" | "help");
        let (expected_text, found_text) = (expected.as_str().unwrap_or_default(), found[key].as_str());
        let same = if is_text {
            found_text.is_some_and(|text| text.contains(expected_text))
        } else {
            *expected == found[key]
        };
        if !same {
            differences.push(format!("{key}: expected {expected}, found {}", found[key]));
        }
    }
    Ok(differences)
}

#[test]
fn every_plan_gives_exactly_the_request_that_it_means() -> Result<(), Box<dyn Error>> {
    let mut failures = String::new();
    for file in &files()? {
        assert!(!file.note.trim().is_empty(), "{} says why", file.title);
        for case in &file.requests {
            let differences = match (build(file, case), case.expect.get("error")) {
                (Ok(request), None) => mismatches(file, case, &request)?,
                (Err(error), Some(expected)) => error_mismatches(expected, &error)?,
                (Ok(_), Some(_)) => vec!["expected an error, found a request".into()],
                (Err(error), None) => vec![format!("expected a request, found the error `{error}`")],
            };
            if !differences.is_empty() {
                writeln!(
                    failures,
                    "
{}: {}
    {}",
                    file.title,
                    case.title,
                    differences.join(
                        "
    "
                    )
                )?;
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    Ok(())
}

#[test]
fn every_operation_is_there_in_every_generation_and_binding() -> Result<(), Box<dyn Error>> {
    let files = files()?;
    for version in ["1.0", "0.3"] {
        for binding in ["JSONRPC", "HTTP+JSON", "GRPC"] {
            let has = |file: &&File| file.plan["binding"] == binding && file.plan["version"] == version;
            let cases: Vec<&Case> = files.iter().filter(has).flat_map(|file| &file.requests).collect();
            for operation in Operation::ALL {
                let is_of = |case: &&&Case| {
                    let named =
                        case.options.get("operation").map_or("", |name| name.as_str().unwrap_or_default());
                    let streams =
                        case.plan.get("delivery").is_some_and(|delivery| delivery["mode"] == "stream");
                    let default = if streams { "sendStreamingMessage" } else { "sendMessage" };
                    operation.as_str() == if named.is_empty() { default } else { named }
                };
                assert!(
                    cases.iter().any(|case| is_of(&case)),
                    "{} over {binding} {version}",
                    operation.as_str()
                );
            }
        }
    }
    Ok(())
}

fn plan(text: &str) -> Result<CallPlan, Box<dyn Error>> {
    let file: File = files()?.into_iter().find(|file| file.title == text).ok_or("there is no such file")?;
    Ok(read_plan(&Value::Object(file.plan).to_string())?)
}

#[test]
fn numbers_go_out_as_they_came_in() -> Result<(), Box<dyn Error>> {
    let numbers = "[12345678901234567890123,-0.0,1.10,1E400,0.1]";
    let message =
        format!(r#"{{"messageId": "m", "parts": [{{"data": {numbers}}}], "metadata": {{"n": {numbers}}}}}"#);
    let options = format!(r#"{{"metadata": {{"n": {numbers}}}}}"#);
    for title in ["JSON-RPC of 1.0", "JSON-RPC of 0.3", "HTTP+JSON of 0.3"] {
        let request = build_request(&plan(title)?, &message, &options)?;
        let body = request.body.map(|body| body.to_text()).unwrap_or_default();
        assert_eq!(body.matches(numbers).count(), 3, "{body}");
    }
    Ok(())
}

#[test]
fn findings_of_a_message_are_listed_up_to_a_limit_and_counted_beyond() -> Result<(), Box<dyn Error>> {
    let file = files()?.into_iter().next().ok_or("there are no files")?;
    let plan = read_plan(&Value::Object(file.plan).to_string())?;
    let found = |count: usize| -> Result<_, Box<dyn Error>> {
        let message = json!({"messageId": "m", "parts": vec![json!({"data": 1}); count]});
        Ok(build_request(&plan, &message.to_string(), "{}")?.findings)
    };
    assert_eq!(found(MAX_FINDINGS)?.len(), MAX_FINDINGS);
    let beyond = found(MAX_FINDINGS + 2)?;
    assert_eq!(beyond.len(), MAX_FINDINGS + 1);
    let last = beyond.last().map(|finding| finding.message.as_str()).unwrap_or_default();
    assert!(last.starts_with("2 more findings are not listed"), "{last}");
    Ok(())
}

#[test]
fn every_request_has_all_of_its_forms() -> Result<(), Box<dyn Error>> {
    for file in &files()? {
        for case in &file.requests {
            let Ok(request) = build(file, case) else { continue };
            for style in RequestStyle::ALL {
                let text = format_request(&request, style);
                let is_possible = request.binding != "GRPC" || style == RequestStyle::Curl;
                assert_eq!(text.is_ok(), is_possible, "{} as {}", case.title, style.as_str());
            }
        }
    }
    Ok(())
}

/// The first request of each file, and all with credentials: what stands where, and how it is quoted.
#[test]
fn every_form_that_gives_a_request_to_a_person_is_as_it_was_reviewed() -> Result<(), Box<dyn Error>> {
    let mut shown = String::new();
    for file in &files()? {
        for (index, case) in file.requests.iter().enumerate() {
            let Ok(request) = build(file, case) else { continue };
            if index > 0 && request.credentials.is_empty() {
                continue;
            }
            for style in RequestStyle::ALL {
                if let Ok(text) = format_request(&request, style) {
                    shown.push_str(&["# ", &case.title, ", ", style.as_str(), "\n", &text, "\n"].concat());
                }
            }
        }
    }
    insta::assert_snapshot!(shown);
    Ok(())
}

#[test]
fn what_could_not_be_sent_has_no_form() {
    for (change, place) in [
        (json!({"method": "GET|`id`&"}), "/method"),
        (json!({"method": "GET /x HTTP/1.1\r\nX: y"}), "/method"),
        (json!({"url": "https://agent.example.com/\r\nX: y"}), "/url"),
        (json!({"url": null}), "/method"),
        (json!({"headers": {"X": "a\r\nY: b"}}), ""),
        (json!({"headers": {"X: y\r\nZ": "a"}}), ""),
    ] {
        let mut request =
            json!({"binding": "JSONRPC", "method": "POST", "url": "https://a.example", "headers": {}});
        for (key, value) in change.as_object().into_iter().flatten() {
            request[key] = value.clone();
        }
        for style in RequestStyle::ALL {
            let error = format_request_json(&request.to_string(), style).err();
            let pointer = error.and_then(|error| error.pointer);
            assert_eq!(pointer.as_ref().map(a2a_negotiator::Pointer::as_str), Some(place), "{change}");
        }
    }
}

#[test]
fn every_plan_of_a_case_has_its_requests() -> Result<(), Box<dyn Error>> {
    let message = r#"{"messageId": "m", "parts": [{"text": "hi"}, {"data": [1]}, {"raw": "aGk="}]}"#;
    let mut built = 0;
    for case in case_files::read()? {
        let (Ok(card), Ok(profile), Ok(intent), Ok(options)) = (
            read_card(&case.card),
            read_profile(&case.profile),
            read_intent(&case.intent),
            read_options(&case.options),
        ) else {
            continue;
        };
        let outcome = negotiate(&card, &profile, &intent, &options);
        let Some(plan) = outcome.plan() else { continue };
        for operation in Operation::ALL {
            let sends = matches!(operation, Operation::SendMessage | Operation::SendStreamingMessage);
            let of_task =
                !sends && !matches!(operation, Operation::ListTasks | Operation::GetExtendedAgentCard);
            let of_config = matches!(
                operation,
                Operation::GetTaskPushNotificationConfig | Operation::DeleteTaskPushNotificationConfig
            );
            let mut options = json!({"operation": operation});
            if of_task {
                options["taskId"] = json!("t");
            }
            if of_config {
                options["configId"] = json!("c");
            }
            let message = if sends { message } else { "null" };
            match build_request(plan, message, &options.to_string()) {
                Ok(request) => {
                    assert_eq!(request.operation, operation, "{}", case.name);
                    format_request(&request, RequestStyle::Curl)?;
                    built += 1;
                }
                Err(error) if error.code == InputErrorCode::Unsupported => {}
                Err(error) => {
                    let names_a_callback = operation == Operation::CreateTaskPushNotificationConfig;
                    assert!(names_a_callback && plan.delivery.push.is_none(), "{}: {error}", case.name);
                }
            }
        }
    }
    assert!(built > 1000, "only {built} requests were built");
    Ok(())
}
