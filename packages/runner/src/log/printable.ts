// Names and messages come from agents and from strangers. A terminal would obey the control sequences in them: it would
// change the clipboard, write over other lines, or show a text in another order.
import { invisible } from "../text/invisible";

/** The text with a visible escape in place of each character that cannot be seen. */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(invisible, escaped);
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

/** As code of Markdown on one line: where nothing fences it, it has no marks of its own, and names nobody. */
export function printableCode(text: string): string {
  return `\`${printableRow(text.replaceAll("`", " ")).trim()}\``;
}

/** JSON escapes some of these characters itself. The others are escaped in its way. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** As JSON has it: a character beyond the first 65,536 is two units. */
function escaped(character: string): string {
  return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
