//! Values that are handed around without being copied or compared.

use std::ops::Deref;
use std::rc::Rc;

/// A shared value that equals another only if it is the same one, so that a component need not compare
/// long documents to know that nothing has changed.
#[derive(Debug)]
pub(crate) struct Shared<T: ?Sized>(Rc<T>);

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl From<&str> for Shared<str> {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
