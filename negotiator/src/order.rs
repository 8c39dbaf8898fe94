//! Putting entries in order.

use std::collections::BinaryHeap;

/// The entries by rank, and those of one rank in the order that they had. A heap takes far less code than
/// a sort, and lists are short here.
pub(crate) fn by_rank<T>(entries: Vec<T>, rank: impl Fn(&T) -> (usize, usize)) -> Vec<T> {
    let ranks = entries.iter().map(rank).enumerate().map(|(index, rank)| (rank, index)).collect();
    let mut entries: Vec<Option<T>> = entries.into_iter().map(Some).collect();
    sorted(ranks).into_iter().filter_map(|index| entries.get_mut(index)?.take()).collect()
}

/// The indices by rank. Apart from the above so that it stands in the module once.
fn sorted(ranks: Vec<((usize, usize), usize)>) -> Vec<usize> {
    BinaryHeap::from(ranks).into_sorted_vec().into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranks_stay_in_order() {
        let entries = vec![(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        let letters: String =
            by_rank(entries, |(rank, _)| (*rank, 0)).iter().map(|(_, letter)| letter).collect();
        assert_eq!(letters, "dbeac");
    }
}
