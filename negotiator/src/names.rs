//! Looking a name up among many, in a time that hardly grows with their number.

use a2a_json::sorted;

/// Names in order, with their places in the list that they are of.
pub(crate) struct Names<'n>(Vec<(&'n str, usize)>);

impl<'n> Names<'n> {
    pub(crate) fn of(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self(sorted(names.into_iter().enumerate().map(|(place, name)| (name, place)).collect()))
    }

    /// The first place of a name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        let at = self.0.partition_point(|(other, _)| *other < name);
        self.0.get(at).filter(|(other, _)| *other == name).map(|(_, place)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_names_is_found() {
        let names = Names::of(["b", "a", "c", "a"]);
        assert_eq!(
            ["a", "b", "c", "d", ""].map(|name| names.place(name)),
            [Some(1), Some(0), Some(2), None, None]
        );
    }
}
