//! The parser, entry by entry.

use std::borrow::Cow;

use crate::object::Member;
use crate::{Json, Object};

/// What is wrong at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text ends in the middle.
    End,
    /// Something else stands where a value belongs.
    NoValue,
    /// A number is not written as JSON has them.
    Number,
    /// A string contains an escape that JSON does not have, or half of a pair of surrogates.
    Escape,
    /// A string, which starts at the place, contains a control character.
    ControlCharacter,
    /// A key does not stand in quotation marks.
    NoKey,
    /// A key is not followed by a colon.
    NoColon,
    /// An entry is followed neither by a comma nor by the closing bracket.
    NoComma,
    /// The last entry is followed by a comma; the place is that of the closing bracket.
    TrailingComma,
    /// There is more text after the value.
    TrailingText,
    /// An object or a list is nested too deeply.
    TooDeep,
}

/// Why a text is not JSON, or is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub problem: Problem,
    /// Where, in bytes.
    pub offset: usize,
}

/// Reads a text from its start to its end. [`value`](Self::value) reads a value whole; whoever wants to know
/// where things stand reads it with [`peek`](Self::peek), [`open`](Self::open),
/// [`next_entry`](Self::next_entry) and [`key`](Self::key) instead.
#[derive(Debug)]
pub struct Parser<'t> {
    text: &'t str,
    offset: usize,
    /// How much deeper objects and lists may be nested.
    depth_left: usize,
    has_duplicates: bool,
    is_forgiving: bool,
    /// The members and the elements of what is open: once it is closed, it takes as much memory as it needs.
    members: Vec<Member<'t>>,
    elements: Vec<Json<'t>>,
}

impl<'t> Parser<'t> {
    /// A parser at the start of a text.
    #[must_use]
    pub const fn new(text: &'t str, max_depth: usize) -> Self {
        Self {
            text,
            offset: 0,
            depth_left: max_depth,
            has_duplicates: false,
            is_forgiving: false,
            members: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// A parser that reads `null` for what is nested too deeply, and a replacement character for half of a
    /// pair of surrogates, where another gives an error.
    #[must_use]
    pub fn forgiving(text: &'t str, max_depth: usize) -> Self {
        Self { is_forgiving: true, ..Self::new(text, max_depth) }
    }

    /// Where the parser stands, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Whether any of the objects read so far has a key more than once.
    #[must_use]
    pub const fn has_duplicates(&self) -> bool {
        self.has_duplicates
    }

    /// Reads a value.
    ///
    /// # Errors
    /// When what stands there is no value, or one that is nested too deeply.
    pub fn value(&mut self) -> Result<Json<'t>, Error> {
        match self.peek() {
            Some(b'"') => self.string().map(Json::String),
            Some(b'{' | b'[') if self.is_forgiving && self.depth_left == 0 => self.step_over_nested(),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => Err(self.error(Problem::NoValue)),
        }
    }

    /// Reads the end of the text.
    ///
    /// # Errors
    /// When it is not there yet.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error(Problem::TrailingText)),
        }
    }

    /// Steps over white space, and says which byte comes then. None does at the end of the text.
    pub fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.offset += 1,
                other => return other,
            }
        }
    }

    /// Steps over the bracket that opens an object or a list.
    ///
    /// # Errors
    /// When it is nested too deeply.
    pub fn open(&mut self) -> Result<(), Error> {
        self.depth_left = self.depth_left.checked_sub(1).ok_or(self.error(Problem::TooDeep))?;
        self.offset += 1;
        Ok(())
    }

    /// Steps over what stands before an entry, or over the bracket that closes the object or list, and says
    /// whether there is an entry.
    ///
    /// # Errors
    /// When there is neither.
    #[inline(never)]
    pub fn next_entry(&mut self, closing: u8, is_first: bool) -> Result<bool, Error> {
        let found = self.peek();
        if found == Some(closing) {
            self.depth_left += 1;
            self.offset += 1;
            return Ok(false);
        }
        if !is_first {
            if found != Some(b',') {
                return Err(self.error(Problem::NoComma));
            }
            self.offset += 1;
            if self.peek() == Some(closing) {
                return Err(self.error(Problem::TrailingComma));
            }
        }
        Ok(true)
    }

    /// Reads a key, and steps over its colon.
    ///
    /// # Errors
    /// When there is no key.
    #[inline(never)]
    pub fn key(&mut self) -> Result<Cow<'t, str>, Error> {
        if self.peek() != Some(b'"') {
            return Err(self.error(Problem::NoKey));
        }
        let key = self.string()?;
        if self.peek() != Some(b':') {
            return Err(self.error(Problem::NoColon));
        }
        self.offset += 1;
        Ok(key)
    }

    fn object(&mut self) -> Result<Json<'t>, Error> {
        self.open()?;
        let start = self.members.len();
        while self.next_entry(b'}', self.members.len() == start)? {
            let member = (self.key()?, self.value()?);
            self.members.push(member);
        }
        let object = Object::of(self.members.split_off(start));
        self.has_duplicates |= object.has_duplicates();
        Ok(Json::Object(object))
    }

    fn array(&mut self) -> Result<Json<'t>, Error> {
        self.open()?;
        let start = self.elements.len();
        while self.next_entry(b']', self.elements.len() == start)? {
            let element = self.value()?;
            self.elements.push(element);
        }
        Ok(Json::Array(self.elements.split_off(start)))
    }

    /// Steps over an object or a list, whatever is in it, up to the bracket that closes it.
    fn step_over_nested(&mut self) -> Result<Json<'t>, Error> {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.string()?;
                    continue;
                }
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => depth -= 1,
                Some(_) => {}
                None => return Err(self.error(Problem::End)),
            }
            self.offset += 1;
            if depth == 0 {
                return Ok(Json::Null);
            }
        }
    }

    fn word(&mut self, word: &str, value: Json<'t>) -> Result<Json<'t>, Error> {
        let rest = self.rest();
        if rest.starts_with(word) {
            self.offset += word.len();
            return Ok(value);
        }
        if word.starts_with(rest) {
            self.offset = self.text.len();
        }
        Err(self.error(Problem::NoValue))
    }

    fn number(&mut self) -> Result<Json<'t>, Error> {
        let start = self.offset;
        self.step_over(b"-");
        if !self.step_over(b"0") {
            self.digits()?;
        } else if self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.error(Problem::Number));
        }
        if self.step_over(b".") {
            self.digits()?;
        }
        if self.step_over(b"eE") {
            self.step_over(b"+-");
            self.digits()?;
        }
        Ok(Json::Number(self.since(start).into()))
    }

    fn digits(&mut self) -> Result<(), Error> {
        const DIGITS: &[u8] = b"0123456789";
        if !self.step_over(DIGITS) {
            return Err(self.error(Problem::Number));
        }
        while self.step_over(DIGITS) {}
        Ok(())
    }

    #[inline(never)]
    fn string(&mut self) -> Result<Cow<'t, str>, Error> {
        let opening = self.offset;
        let mut unescaped = String::new();
        loop {
            // What comes before is the quotation mark or the end of an escape.
            self.offset += 1;
            let start = self.offset;
            self.offset += plain_length(self.text.as_bytes().get(start..).unwrap_or_default());
            let plain = self.since(start);
            match self.byte() {
                Some(b'"') => {
                    self.offset += 1;
                    if unescaped.is_empty() {
                        return Ok(Cow::Borrowed(plain));
                    }
                    unescaped.push_str(plain);
                    return Ok(Cow::Owned(unescaped));
                }
                Some(b'\\') => {
                    unescaped.push_str(plain);
                    self.offset += 1;
                    unescaped.push(self.escape()?);
                }
                Some(_) => return Err(Error { problem: Problem::ControlCharacter, offset: opening }),
                None => return Err(self.error(Problem::End)),
            }
        }
    }

    /// Reads an escape up to its last character.
    fn escape(&mut self) -> Result<char, Error> {
        Ok(match self.byte() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.error(Problem::Escape)),
        })
    }

    fn unicode_escape(&mut self) -> Result<char, Error> {
        let code = self.hexadecimal()?;
        let end = self.offset;
        let character = self.character(code);
        if character.is_err() && self.is_forgiving {
            self.offset = end;
            return Ok(char::REPLACEMENT_CHARACTER);
        }
        character
    }

    /// The character of a code, which may be the first half of a pair.
    fn character(&mut self, mut code: u32) -> Result<char, Error> {
        if (0xD800..0xDC00).contains(&code) {
            for expected in [b'\\', b'u'] {
                self.offset += 1;
                if self.byte() != Some(expected) {
                    return Err(self.error(Problem::Escape));
                }
            }
            let low = self.hexadecimal()?;
            if !(0xDC00..0xE000).contains(&low) {
                return Err(self.error(Problem::Escape));
            }
            code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
        char::from_u32(code).ok_or(self.error(Problem::Escape))
    }

    /// Reads four digits, up to the last.
    fn hexadecimal(&mut self) -> Result<u32, Error> {
        let mut number = 0;
        for _ in 0..4 {
            self.offset += 1;
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            number = number * 16 + digit.ok_or(self.error(Problem::Escape))?;
        }
        Ok(number)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Steps over one of these bytes.
    fn step_over(&mut self, bytes: &[u8]) -> bool {
        let found = self.byte().is_some_and(|byte| bytes.contains(&byte));
        self.offset += usize::from(found);
        found
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.offset).unwrap_or_default()
    }

    /// An error at this place. Where the text has ended, that is what is wrong.
    fn error(&self, problem: Problem) -> Error {
        let problem = if self.offset >= self.text.len() { Problem::End } else { problem };
        Error { problem, offset: self.offset }
    }
}

/// How many bytes come before a quotation mark, a backslash or a control character. Strings are most of a
/// text, hence eight bytes at a time.
pub(crate) fn plain_length(bytes: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    // The lowest of the bits that are set stands for the first byte below `limit`.
    let below = |word: u64, limit: u64| word.wrapping_sub(limit * EACH) & !word & HIGH;
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let quotation_mark = below(word ^ (u64::from(b'"') * EACH), 1);
        let backslash = below(word ^ (u64::from(b'\\') * EACH), 1);
        let special = quotation_mark | backslash | below(word, 0x20);
        if special != 0 {
            return index * 8 + special.trailing_zeros() as usize / 8;
        }
    }
    let is_special = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    bytes.len() - rest.len() + rest.iter().position(is_special).unwrap_or(rest.len())
}
