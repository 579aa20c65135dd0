// Names and messages come from agents and from strangers. A terminal would obey the control sequences in them: it would
// change the clipboard, write over other lines, or show a text in another order.

/** Control characters besides tab and line feed, marks that turn the direction of a text, and halves of characters. */
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

/** The text with a visible escape in place of each such character. */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(unprintable, escaped);
}

/** As one line, whose spaces stay as they are. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", " ");
}

/** As one entry of a log: a further line of it cannot look like an entry of its own. */
export function printableEntry(text: string): string {
  return printable(text).replaceAll("\n", "\n  ");
}

export function printableRow(text: string): string {
  return printable(text.replaceAll(/\s+/g, " "));
}

/** JSON escapes some of these characters itself. The others are escaped in its way. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
