// Bytes as a text of printable ASCII, for the module inside a bundle. The same bytes are always the same characters, so
// that compression finds what is repeated, which in base64 it does not: by gzip or brotli the text takes as much as the
// bytes do, and in base64 a quarter more.

/** All but what a string of JavaScript, a template or a script in a page takes for something else. */
const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
  (character) => !`"'\`\\$<`.includes(character),
);

/** How many bytes are one character. The last two characters stand before those of which that is not enough. */
const PLAIN = CHARACTERS.length - 2;

export function toPrintable(bytes) {
  let text = "";
  for (const byte of bytes) {
    const round = Math.floor(byte / PLAIN);
    if (round > 0) text += CHARACTERS[PLAIN + round - 1];
    text += CHARACTERS[byte % PLAIN];
  }
  return text;
}

export function fromPrintable(text) {
  const values = new Uint8Array(128);
  CHARACTERS.forEach((character, value) => (values[character.charCodeAt(0)] = value));
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)];
    if (value < PLAIN) {
      bytes[length++] = before + value;
      before = 0;
    } else {
      before = (value - PLAIN + 1) * PLAIN;
    }
  }
  return bytes.subarray(0, length);
}
