//! Values that serialise, as text. A writer of text alone, which stands in a program once, takes half the code
//! of one that can write to anything.

use std::fmt::{self, Write as _};

use serde::ser::{
    self, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};

use crate::Json;
use crate::writer::write_string;

/// The JSON text of a value, without white space.
///
/// # Errors
/// When the value is of a kind that is not written, such as a variant that is told apart by its only key.
pub fn to_text<T: Serialize + ?Sized>(value: &T) -> Result<String, NotWritten> {
    let mut text = Text(String::new());
    value.serialize(&mut text)?;
    Ok(text.0)
}

/// A value is of a kind that is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWritten;

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

type Written = Result<(), NotWritten>;

/// The text so far. What writes into it is called, not copied to every field.
struct Text(String);

impl Text {
    /// What stands before an entry of a list or an object.
    #[inline(never)]
    fn entry(&mut self) {
        if !self.0.ends_with(['[', '{']) {
            self.0.push(',');
        }
    }

    #[inline(never)]
    fn key(&mut self, key: &str) {
        self.entry();
        write_string(&mut self.0, key);
        self.0.push(':');
    }

    #[inline(never)]
    fn plain(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn display(&mut self, value: fmt::Arguments<'_>) -> Written {
        self.0.write_fmt(value).map_err(|fmt::Error| NotWritten)
    }
}

/// A list or an object that is open, with the bracket that closes it.
struct Open<'t> {
    text: &'t mut Text,
    closing: &'static str,
}

impl<'t> Open<'t> {
    fn list(text: &'t mut Text) -> Self {
        text.plain("[");
        Self { text, closing: "]" }
    }

    fn object(text: &'t mut Text) -> Self {
        text.plain("{");
        Self { text, closing: "}" }
    }

    fn close(self) {
        self.text.plain(self.closing);
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

    fn serialize_bool(self, value: bool) -> Written {
        self.plain(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Written {
        self.display(format_args!("{value}"))
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Written {
        self.display(format_args!("{value}"))
    }

    fn serialize_f32(self, value: f32) -> Written {
        if value.is_finite() { self.display(format_args!("{value:?}")) } else { self.serialize_unit() }
    }

    fn serialize_f64(self, value: f64) -> Written {
        if value.is_finite() { self.display(format_args!("{value:?}")) } else { self.serialize_unit() }
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        write_string(&mut self.0, value);
        Ok(())
    }

    fn serialize_bytes(self, number: &[u8]) -> Written {
        self.plain(str::from_utf8(number).map_err(|_| NotWritten)?);
        Ok(())
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.plain("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
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

    /// What tells a [`Json`] to hand over its numbers as they are written.
    fn is_human_readable(&self) -> bool {
        false
    }
}

impl SerializeSeq for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.text.entry();
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

impl SerializeTuple for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

impl SerializeMap for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.text.entry();
        key.serialize(&mut *self.text)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.text.plain(":");
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

impl SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = NotWritten;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.text.key(key);
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => serialize_number(number, serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(elements) => serializer.collect_seq(elements),
            Self::Object(object) => serializer.collect_map(object.iter()),
        }
    }
}

/// A number as it is written where that can be, and otherwise as the nearest that there is.
fn serialize_number<S: Serializer>(number: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(number.as_bytes());
    }
    if let Ok(whole) = number.parse::<u64>() {
        serializer.serialize_u64(whole)
    } else if let Ok(whole) = number.parse::<i64>() {
        serializer.serialize_i64(whole)
    } else {
        serializer.serialize_f64(number.parse().unwrap_or(f64::NAN))
    }
}
