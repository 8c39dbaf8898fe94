//! JSON text of our values, as serde_json writes it. Nothing in them can fail to be written, and a writer
//! of text alone takes half the code of one that writes to anything.

use std::fmt::{self, Write as _};

use serde::Serialize;
use serde::ser::{self, Impossible, Serializer};

/// The JSON text of a value of this crate, without white space.
pub(crate) fn to_text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut text = Text(String::new());
    // Nothing here is of a kind that is not written.
    let _ = value.serialize(&mut text);
    text.0
}

/// The text so far. What writes into it stands in the module once and is called, not copied to every field.
struct Text(String);

impl Text {
    /// The start of an entry of a list or an object.
    #[inline(never)]
    fn entry(&mut self) {
        if !self.0.ends_with(['[', '{']) {
            self.0.push(',');
        }
    }

    #[inline(never)]
    fn key(&mut self, key: &str) {
        self.entry();
        self.string(key);
        self.0.push(':');
    }

    #[inline(never)]
    fn string(&mut self, text: &str) {
        self.0.push('"');
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            let (plain, special) = rest.split_at(at);
            self.0.push_str(plain);
            let mut characters = special.chars();
            match characters.next().unwrap_or_default() {
                '"' => self.0.push_str("\\\""),
                '\\' => self.0.push_str("\\\\"),
                '\u{8}' => self.0.push_str("\\b"),
                '\t' => self.0.push_str("\\t"),
                '\n' => self.0.push_str("\\n"),
                '\u{c}' => self.0.push_str("\\f"),
                '\r' => self.0.push_str("\\r"),
                // Writing to a string cannot fail.
                control => drop(write!(self.0, "\\u{:04x}", u32::from(control))),
            }
            rest = characters.as_str();
        }
        self.0.push_str(rest);
        self.0.push('"');
    }

    #[inline(never)]
    fn plain(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn number(&mut self, number: impl fmt::Display) -> Result<(), NotWritten> {
        write!(self.0, "{number}").map_err(|fmt::Error| NotWritten)
    }
}

/// What is not written: kinds of values that this crate does not have.
#[derive(Debug)]
struct NotWritten;

impl fmt::Display for NotWritten {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of this kind is not written")
    }
}

impl std::error::Error for NotWritten {}

impl ser::Error for NotWritten {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A list or an object that is open, with the bracket that closes it.
struct Open<'t> {
    text: &'t mut Text,
    end: char,
}

impl<'t> Open<'t> {
    fn list(text: &'t mut Text) -> Self {
        text.plain("[");
        Self { text, end: ']' }
    }

    fn object(text: &'t mut Text) -> Self {
        text.plain("{");
        Self { text, end: '}' }
    }

    fn close(self) {
        self.text.0.push(self.end);
    }
}

impl<'t> Serializer for &'t mut Text {
    type Ok = ();
    type Error = NotWritten;
    type SerializeSeq = Open<'t>;
    type SerializeTuple = Open<'t>;
    type SerializeTupleStruct = Impossible<(), NotWritten>;
    type SerializeTupleVariant = Impossible<(), NotWritten>;
    type SerializeMap = Open<'t>;
    type SerializeStruct = Open<'t>;
    type SerializeStructVariant = Impossible<(), NotWritten>;

    fn serialize_bool(self, value: bool) -> Result<(), NotWritten> {
        self.plain(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), NotWritten> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), NotWritten> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), NotWritten> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), NotWritten> {
        self.number(value)
    }

    fn serialize_u8(self, value: u8) -> Result<(), NotWritten> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), NotWritten> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), NotWritten> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), NotWritten> {
        self.number(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), NotWritten> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), NotWritten> {
        match serde_json::Number::from_f64(value) {
            Some(number) => self.number(number),
            None => self.serialize_unit(),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), NotWritten> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), NotWritten> {
        self.string(value);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), NotWritten> {
        Err(NotWritten)
    }

    fn serialize_none(self) -> Result<(), NotWritten> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NotWritten> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NotWritten> {
        self.plain("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NotWritten> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), NotWritten> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotWritten> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NotWritten> {
        Err(NotWritten)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'t>, NotWritten> {
        Ok(Open::list(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'t>, NotWritten> {
        Ok(Open::list(self))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, NotWritten> {
        Err(NotWritten)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NotWritten> {
        Err(NotWritten)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'t>, NotWritten> {
        Ok(Open::object(self))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'t>, NotWritten> {
        Ok(Open::object(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NotWritten> {
        Err(NotWritten)
    }
}

impl ser::SerializeSeq for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotWritten> {
        self.text.entry();
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), NotWritten> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeTuple for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotWritten> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), NotWritten> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NotWritten> {
        // All keys of this crate are texts.
        self.text.entry();
        key.serialize(&mut *self.text)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotWritten> {
        self.text.plain(":");
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), NotWritten> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), NotWritten> {
        self.text.key(key);
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), NotWritten> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Intent, Options, negotiate, read_card, read_profile};

    #[test]
    fn writes_what_serde_json_writes() {
        let every: String = (0..0x180).filter_map(char::from_u32).collect();
        let value = json!({"a\n": [every, 1, -2, 1.5, 1e300, -0.0, null, true, false, {}, [], [[]], {"b": {"c": []}}]});
        assert_eq!(to_text(&value), value.to_string());

        let text =
            r#"{"name": "Echo", "url": "https://e.example/", "skills": [{"id": "a"}], "capabilities": {}}"#;
        let (card, profile) = (read_card(text), read_profile(r#"{"bindings": ["grpc"]}"#));
        let (Ok(card), Ok(profile)) = (card, profile) else { unreachable!("both are read") };
        for intent in [Intent::default(), Intent::for_skill("b")] {
            let outcome = negotiate(&card, &profile, &intent, &Options::default());
            assert_eq!(Some(to_text(&outcome)), serde_json::to_string(&outcome).ok());
        }
        assert_eq!(Some(to_text(&card)), serde_json::to_string(&card).ok());
        assert_eq!(to_text(&Value::Null), "null");
    }
}
