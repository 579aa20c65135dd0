// Texts with styles. What agents and strangers wrote is the text of a piece, and only the terminal adds sequences
// around it, so no text can bring sequences of its own.

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const;

export type Style = keyof typeof codes;

export interface Piece {
  text: string;
  style: Style | null;
}

export type Text = string | readonly Piece[];

const styled =
  (style: Style) =>
  (text: string): readonly Piece[] => [{ text, style }];

export const bold = styled("bold");
export const dim = styled("dim");
export const red = styled("red");
export const green = styled("green");
export const yellow = styled("yellow");
export const cyan = styled("cyan");

export function piecesOf(text: Text): readonly Piece[] {
  return typeof text === "string" ? [{ text, style: null }] : text;
}

export function join(...texts: readonly Text[]): readonly Piece[] {
  return texts.flatMap(piecesOf);
}

/** The sequences around a text in this style. */
export function sequences(style: Style): [begin: string, end: string] {
  return [`\u001B[${codes[style]}m`, "\u001B[0m"];
}
