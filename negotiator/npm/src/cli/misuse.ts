/** What the program ends with when it was used wrongly; `EX_USAGE` of BSD's `sysexits.h`. */
export const MISUSE = 64;

/** The program was used wrongly, or something it was told to read could not be read. */
export class Misuse extends Error {
  constructor(
    message: string,
    /** What to do about it. */
    readonly help: string,
    /** Where, in the form `file:line:column`, if it is about a place in a file. */
    readonly place?: string,
  ) {
    super(message);
  }
}
