//! The plan applied: the exact requests that a plan means.

mod operation;

pub use operation::Operation;
