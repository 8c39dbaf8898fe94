//! Which operations of the protocol a plan sends its message by.

use a2a_negotiator::{CallPlan, DeliveryMode, Operation};

/// The operation that sends a message as the plan has it.
pub(crate) const fn own_send(plan: &CallPlan) -> Operation {
    match plan.delivery.mode {
        DeliveryMode::Stream => Operation::SendStreamingMessage,
        _ => Operation::SendMessage,
    }
}

/// Whether an operation sends a message.
pub(crate) const fn is_send(operation: Operation) -> bool {
    matches!(operation, Operation::SendMessage | Operation::SendStreamingMessage)
}
