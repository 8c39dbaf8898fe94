//! Values in canonical form (RFC 8785), the same bytes for the same value.

use std::collections::BinaryHeap;

use crate::Json;
use crate::writer::write_string;

impl Json<'_> {
    /// The value in canonical form (RFC 8785): the members of objects by the UTF-16 units of their keys,
    /// without white space, and numbers as `number` writes them, which must be as ECMAScript does.
    #[must_use]
    pub fn to_canonical_text(&self, number: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        self.write_canonical(&mut text, number);
        text
    }

    fn write_canonical(&self, text: &mut String, number: &dyn Fn(&str) -> String) {
        match self {
            Self::Number(written) => text.push_str(&number(written)),
            Self::Array(elements) => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    separate(text, index);
                    element.write_canonical(text, number);
                }
                text.push(']');
            }
            Self::Object(object) => {
                let units = |key: &str| key.encode_utf16().collect::<Vec<u16>>();
                let keys = object.iter().enumerate().map(|(place, (key, _))| (units(key), place)).collect();
                let members: Vec<_> = object.iter().collect();
                text.push('{');
                // A heap takes far less code than a sort.
                let order = BinaryHeap::into_sorted_vec(keys);
                for (index, (_, place)) in order.into_iter().enumerate() {
                    let Some((key, value)) = members.get(place) else { continue };
                    separate(text, index);
                    write_string(text, key);
                    text.push(':');
                    value.write_canonical(text, number);
                }
                text.push('}');
            }
            other => text.push_str(&other.to_text()),
        }
    }
}

fn separate(text: &mut String, index: usize) {
    if index > 0 {
        text.push(',');
    }
}
