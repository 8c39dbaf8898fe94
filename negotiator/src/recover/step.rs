//! The things that can be done about a failure, finer than the actions that tell of them.

use super::{ActionKind, History};

/// One thing that can be done about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Negotiate again without the interface that refused.
    Renegotiate,
    /// Send the same with the tenant in the path.
    TenantInPath,
    /// Fetch the card again.
    RefreshCard,
    /// Negotiate with the card as fetched again, and activate the extensions that the server names.
    NegotiateAnew,
    NextDelivery,
    DeliveryWithoutPush,
    UsePublicCard,
    RefreshCredential,
    NextCredential,
    MoreScopes,
    Wait,
    Resubscribe,
    /// Subscribe by the HTTP method that the specification's text does not have.
    SubscribeByGet,
    Poll,
    GetTask,
    Report,
}

impl Step {
    /// The action that tells of it.
    pub(super) const fn kind(self) -> ActionKind {
        match self {
            Self::Renegotiate | Self::TenantInPath | Self::NegotiateAnew => ActionKind::Renegotiate,
            Self::RefreshCard => ActionKind::RefreshCard,
            Self::NextDelivery | Self::DeliveryWithoutPush => ActionKind::NextDelivery,
            Self::UsePublicCard => ActionKind::UsePublicCard,
            Self::RefreshCredential => ActionKind::RefreshCredential,
            Self::NextCredential => ActionKind::NextCredential,
            Self::MoreScopes => ActionKind::StepUpScopes,
            Self::Wait => ActionKind::Wait,
            Self::Resubscribe | Self::SubscribeByGet => ActionKind::Resubscribe,
            Self::Poll => ActionKind::Poll,
            Self::GetTask => ActionKind::GetTask,
            Self::Report => ActionKind::Report,
        }
    }

    /// Whether the bound on what is done for one call forbids it.
    pub(super) fn is_spent(self, history: &History) -> bool {
        match self {
            // A new card is of use only for another plan.
            Self::RefreshCard => history.has(ActionKind::RefreshCard) || history.has_changed_plan(),
            Self::Renegotiate
            | Self::NegotiateAnew
            | Self::NextDelivery
            | Self::DeliveryWithoutPush
            | Self::NextCredential => history.has_changed_plan(),
            Self::TenantInPath | Self::SubscribeByGet => history.has_changed_requests(self.kind()),
            Self::Report => false,
            _ => history.has(self.kind()),
        }
    }

    /// What is done, for documentation.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Renegotiate => "`renegotiate` without that interface",
            Self::TenantInPath => {
                "over HTTP+JSON with a tenant, `renegotiate` to the path with the tenant in it"
            }
            Self::RefreshCard => "`refreshCard`",
            Self::NegotiateAnew => {
                "`renegotiate` with the new card and the extensions that the server names, where the client implements them and that is another plan"
            }
            Self::NextDelivery => "`nextDelivery`",
            Self::DeliveryWithoutPush => "`nextDelivery` without push",
            Self::UsePublicCard => "`usePublicCard`",
            Self::RefreshCredential => "`refreshCredential`",
            Self::NextCredential => "`nextCredential`",
            Self::MoreScopes => "`stepUpScopes`, where the server names scopes that can be obtained",
            Self::Wait => "`wait` as `Retry-After` says",
            Self::Resubscribe => "`resubscribe`, where the task is known",
            Self::SubscribeByGet => "over HTTP+JSON, `resubscribe` by `GET`",
            Self::Poll => "`poll`, where the task is known",
            Self::GetTask => "`getTask`, where the task is known",
            Self::Report => "`report`",
        }
    }
}
