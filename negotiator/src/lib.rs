//! Capability negotiation for the [A2A protocol](https://a2a-protocol.org).
//!
//! Nothing is negotiated on the wire in A2A: a client reads an *agent card* and must choose, before
//! its first message, the interface, the credentials, the media types, how updates arrive and the
//! extensions, or refuse early. This crate is that choice as one pure function, [`negotiate`], from
//! card, client profile and intent to an [`Outcome`]: a call plan, or a refusal that says which step
//! refused, where in both documents, and what to do.
//!
//! ```
//! use a2a_negotiator::{negotiate, read_card, read_profile, Decision, Intent, Options};
//!
//! let card = read_card(r#"{
//!     "name": "Echo", "description": "Says it again", "version": "1.0.0",
//!     "supportedInterfaces": [
//!         {"url": "https://echo.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
//!     ],
//!     "capabilities": {"streaming": true},
//!     "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
//!     "skills": [{"id": "echo", "name": "Echo", "description": "Says it again", "tags": ["demo"]}]
//! }"#)?;
//! let profile = read_profile(r#"{"accepts": ["text/plain"], "sends": ["text/plain"]}"#)?;
//! let outcome = negotiate(&card, &profile, &Intent::for_skill("echo"), &Options::default());
//!
//! assert_eq!(outcome.decision(), Decision::Accept);
//! assert_eq!(outcome.plan().map(|plan| plan.url.as_str()), Some("https://echo.example.com/a2a"));
//! # Ok::<(), a2a_negotiator::InputError>(())
//! ```
//!
//! The core does no input or output, reads no clock, draws no random numbers and keeps no state: the
//! same input gives the same bytes on every platform.

mod card;
mod code;
mod codes;
mod diff;
#[cfg(all(target_arch = "wasm32", feature = "engine"))]
mod engine;
mod error;
mod explain;
mod finding;
mod fixes;
mod intent;
mod json;
pub mod limits;
mod locate;
mod lock;
mod map;
mod media_type;
mod migrate;
mod names;
mod negotiability;
mod negotiate;
mod order;
mod outcome;
mod patch;
mod plan;
mod pointer;
mod profile;
mod rank;
mod recover;
mod request;
mod shape;
mod similar;
mod url;
mod version;
#[cfg(all(target_arch = "wasm32", feature = "bindings"))]
mod wasm;
mod words;

pub use a2a_json::{Json, Object};
pub use card::{
    AgentCard, Capabilities, CardReading, Extension, Generation, Interface, Mode, Modes, OAuthFlow,
    PushSupport, Requirement, RequirementScheme, Requirements, SchemeKind, SecurityScheme, Skill, read_card,
};
pub use code::{RejectionCode, StepId};
pub use diff::{CardChange, CardDiff, ChangeClass, PlanEffect, SkillChange, diff_cards};
pub use error::{InputError, InputErrorCode};
pub use explain::{explain, explain_json};
pub use finding::{Finding, FindingCode, Severity, Target};
pub use fixes::Fix;
pub use intent::{
    ExcludedInterface, Intent, Invariant, Options, SignatureResult, SignatureStatus, TaskClass, read_intent,
    read_options,
};
pub use locate::{Location, Position, locate, locate_all, locate_nearest};
pub use lock::{
    LockOptions, LockedCard, LockedInterface, LockedPlan, Lockfile, lock_card, read_lock_options,
    read_lockfile,
};
pub use map::Map;
pub use migrate::{Migration, migrate_card};
pub use negotiability::{UnreachablePath, check_negotiable};
pub use negotiate::{negotiate, negotiate_text};
pub use outcome::{
    Candidate, CandidateStatus, Decision, Degradation, Outcome, Rejection, Step, StepStatus, Verdict,
};
pub use patch::{Patch, PatchOperation};
pub use plan::{
    CallPlan, Callback, Credential, Delivery, DeliveryMode, Placement, PlacementLocation, read_plan,
};
pub use pointer::Pointer;
pub use profile::{
    ClientProfile, CredentialHeld, CredentialKind, DeliveryPreference, Environment, InterfaceChoice,
    InterfaceOrder, ProfileReading, Push, PushAuthentication, read_profile,
};
pub use rank::{
    CallableAgent, Judgement, MAX_UNREADABLE, MatrixCell, MatrixRow, Preference, RankCounts, RankResult,
    RankedAgent, Ranking, RefusalCount, UnreadableCard, judge, matrix, matrix_row, rank,
};
#[cfg(feature = "schema")]
pub use recover::forms;
pub use recover::{
    Action, ActionKind, Failure, FailureKind, History, On, RULES, RecoveryContext, RequestChange, Rule,
    SubscribeMethod, read_failure, read_history, recover,
};
#[cfg(feature = "schema")]
pub use request::RequestOptions;
pub use request::{
    Operation, PushSecret, Request, RequestCredential, RequestDocument, RequestFinding, RequestFindingCode,
    RequestStyle, build_request, format_request, format_request_json,
};
pub use version::{VERSION_HEADER, Version};
