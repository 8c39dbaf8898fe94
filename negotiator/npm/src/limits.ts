/**
 * As many characters have at least as many bytes, so that a longer text is over the limit of the core
 * and need not be copied to learn it.
 */
export const MAX_TEXT_BYTES = 5 * 1024 * 1024;
