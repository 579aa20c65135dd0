// How identifiers look in the text of a module. A bundler's short names may have `$`, and those of people any letter.

const escape = String.raw`\\u(?:[\dA-Fa-f]{4}|\{[\dA-Fa-f]+\})`;

/** The source of an expression that matches one identifier. It needs the flag `u`. */
export const identifier = String.raw`(?:[\p{ID_Start}$_]|${escape})(?:[\p{ID_Continue}$\u200c\u200d]|${escape})*`;
