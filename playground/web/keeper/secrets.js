// What looks like a secret: keys as well-known services give them out, tokens of three parts, private keys.

const SECRET = new RegExp(
  [
    "\\beyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]{8,}",
    "-----BEGIN [A-Z ]*PRIVATE KEY",
    "\\bsk[-_][\\w-]{16,}",
    "\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b",
    "\\bgh[pousr]_\\w{20,}",
    "\\bgithub_pat_\\w{20,}",
    "\\bglpat-[\\w-]{16,}",
    "\\bxox[abposr]-[\\w-]{10,}",
    "\\bAIza[\\w-]{30,}",
    "\\b(?:Bearer|Basic) +[\\w.~+/-]{16,}",
    "//[^/\\s\"@:]+:[^/\\s\"@]+@",
  ].join("|"),
);

/** Whether a text holds something that looks like a secret. */
export const looksLikeSecret = (text) => SECRET.test(text);
