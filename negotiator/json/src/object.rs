//! Objects, as lists of their members.

use std::borrow::Cow;
use std::collections::BinaryHeap;

use crate::Json;

/// The most members that are compared pair by pair; those of a larger object are put in order first.
const SMALL: usize = 32;

/// A key and its value.
pub(crate) type Member<'t> = (Cow<'t, str>, Json<'t>);

/// An object's members in order. Of a key that stands more than once in the text, the last value stays.
#[derive(Clone, Debug, Default, Eq)]
pub struct Object<'t> {
    members: Vec<Member<'t>>,
    /// Apart, so that all the others, and all values, are smaller.
    seldom: Option<Box<Seldom<'t>>>,
}

/// What only large objects have, and those with a key that stands there more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seldom<'t> {
    duplicates: Vec<Cow<'t, str>>,
    /// The places of the members in the order of their keys, for looking one up among many. Empty once a
    /// member has come or gone.
    order: Vec<usize>,
}

impl<'t> Object<'t> {
    /// An object without members.
    #[must_use]
    pub const fn new() -> Self {
        Self { members: Vec::new(), seldom: None }
    }

    /// An object of these members, among which a key may stand more than once.
    pub(crate) fn of(members: Vec<Member<'t>>) -> Self {
        if members.len() <= SMALL && is_free_of_duplicates(&members) {
            return Self { members, seldom: None };
        }
        let order = in_order(&members);
        if order.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            let order = order.into_iter().map(|(_, index)| index).collect();
            let seldom = Some(Box::new(Seldom { duplicates: Vec::new(), order }));
            return Self { members, seldom };
        }
        // Which members a later one replaces, and which are the second of their key.
        let mut replaced = vec![false; members.len()];
        let mut second = replaced.clone();
        for (place, pair) in order.windows(2).enumerate() {
            if let [(key, index), (next_key, next)] = pair
                && key == next_key
            {
                replaced[*index] = true;
                let is_first = place.checked_sub(1).and_then(|before| order.get(before));
                second[*next] = is_first.is_none_or(|(before, _)| before != key);
            }
        }
        let duplicates = members.iter().zip(second).filter(|(_, second)| *second);
        let duplicates = duplicates.map(|((key, _), _)| key.clone()).collect();
        let kept = members.into_iter().zip(replaced).filter(|(_, replaced)| !*replaced);
        let mut kept = Self::of(kept.map(|(member, _)| member).collect());
        kept.seldom.get_or_insert_default().duplicates = duplicates;
        kept
    }

    /// The place of a key.
    fn place(&self, key: &str) -> Option<usize> {
        let order = self.seldom.as_ref().map_or([].as_slice(), |seldom| &seldom.order);
        if order.is_empty() {
            return self.members.iter().position(|(name, _)| name == key);
        }
        let found = order.binary_search_by(|place| self.members[*place].0.as_ref().cmp(key)).ok()?;
        order.get(found).copied()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json<'t>> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json<'t>> {
        let place = self.place(key)?;
        self.members.get_mut(place).map(|(_, value)| value)
    }

    /// The member with a key.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<(&str, &Json<'t>)> {
        self.members.get(self.place(key)?).map(|(name, value)| (name.as_ref(), value))
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json<'t>)> {
        self.members.iter().map(|(key, value)| (key.as_ref(), value))
    }

    /// Whether there are no members.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The keys that stand more than once in the text.
    pub fn duplicates(&self) -> impl Iterator<Item = &str> {
        self.seldom.iter().flat_map(|seldom| &seldom.duplicates).map(AsRef::as_ref)
    }

    pub(crate) fn has_duplicates(&self) -> bool {
        self.duplicates().next().is_some()
    }

    /// Sets a member: in its place where the key is there, otherwise at the end.
    pub fn insert(&mut self, key: impl Into<Cow<'t, str>>, value: impl Into<Json<'t>>) {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(&key) {
            Some(found) => *found = value,
            None => self.push(key, value),
        }
    }

    /// Adds a member whose key is not there yet.
    pub fn push(&mut self, key: impl Into<Cow<'t, str>>, value: impl Into<Json<'t>>) {
        self.forget_order();
        self.members.push((key.into(), value.into()));
    }

    /// Leaves the members with these keys.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.forget_order();
        self.members.retain(|(key, _)| keep(key));
    }

    /// Takes a member out, and returns its value.
    pub fn remove(&mut self, key: &str) -> Option<Json<'t>> {
        let place = self.place(key)?;
        self.forget_order();
        Some(self.members.remove(place).1)
    }

    fn forget_order(&mut self) {
        if let Some(seldom) = &mut self.seldom {
            seldom.order.clear();
        }
    }

    /// The object without ties to the text that it was read from.
    #[must_use]
    pub fn into_owned(self) -> Object<'static> {
        let owned = |key: Cow<'_, str>| Cow::Owned(key.into_owned());
        let members = self.members.into_iter().map(|(key, value)| (owned(key), value.into_owned())).collect();
        let seldom = self.seldom.map(|seldom| {
            let duplicates = seldom.duplicates.into_iter().map(owned).collect();
            Box::new(Seldom { duplicates, order: seldom.order })
        });
        Object { members, seldom }
    }
}

/// Objects are the same whatever the order of their members.
impl PartialEq for Object<'_> {
    fn eq(&self, other: &Self) -> bool {
        let keys = self.members.iter().zip(&other.members);
        if self.members.len() != other.members.len() {
            return false;
        }
        if keys.clone().all(|((key, _), (other_key, _))| key == other_key) {
            return keys.into_iter().all(|((_, value), (_, other_value))| value == other_value);
        }
        in_order(&self.members).into_iter().zip(in_order(&other.members)).all(
            |((key, index), (other_key, other_index))| {
                key == other_key && self.members[index].1 == other.members[other_index].1
            },
        )
    }
}

impl<'t> IntoIterator for Object<'t> {
    type Item = Member<'t>;
    type IntoIter = std::vec::IntoIter<Member<'t>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

fn is_free_of_duplicates(members: &[Member<'_>]) -> bool {
    // Keys that differ here need not be compared, and nearly all do.
    let mut seen: u64 = 0;
    members.iter().enumerate().all(|(index, (key, _))| {
        let last = key.as_bytes().last().copied().unwrap_or_default();
        let bit = 1 << ((usize::from(last) + key.len() * 5) % 64);
        let is_new = seen & bit == 0 || members[..index].iter().all(|(earlier, _)| earlier != key);
        seen |= bit;
        is_new
    })
}

/// The keys in order, with their places.
fn in_order<'m>(members: &'m [Member<'_>]) -> Vec<(&'m str, usize)> {
    sorted(members.iter().enumerate().map(|(place, (key, _))| (key.as_ref(), place)).collect())
}

/// Names in order, the same ones by their places. A heap takes far less code than a sort.
#[must_use]
pub fn sorted(names: Vec<(&str, usize)>) -> Vec<(&str, usize)> {
    BinaryHeap::from(names).into_sorted_vec()
}
