import { stripVTControlCharacters } from "node:util";

const escape = "\u001B";
const bell = "\u0007";
/** A terminal sequence that is longer than this is treated as text. */
const maxSequence = 1000;

/** Removes colours and cursor movements from the output of a program, also where a sequence is cut in two. */
export class PlainText {
  private held = "";

  push(piece: string): string {
    const text = this.held + piece;
    const start = openSequence(text);
    this.held = text.slice(start);
    return plain(text.slice(0, start));
  }

  /** Returns what is left when the output has ended. */
  end(): string {
    const rest = plain(this.held);
    this.held = "";
    return rest;
  }
}

/** A line that a program writes over itself, such as a progress bar, becomes several lines. */
function plain(text: string): string {
  return withoutControls(stripVTControlCharacters(text).replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
}

/** Neither the database nor a browser has a use for the other control characters. */
function withoutControls(text: string): string {
  let kept = "";
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 32 || code === 9 || code === 10) continue;
    kept += text.slice(from, index);
    from = index + 1;
  }
  return kept + text.slice(from);
}

/** Returns where a sequence begins that the text does not end. A last carriage return may belong to a line feed. */
function openSequence(text: string): number {
  const start = text.lastIndexOf(escape);
  if (start !== -1 && text.length - start < maxSequence && !isComplete(text.slice(start))) return start;
  return text.endsWith("\r") ? text.length - 1 : text.length;
}

function isComplete(sequence: string): boolean {
  const kind = sequence[1];
  if (kind === undefined) return false;
  if (kind === "]") return sequence.includes(bell) || sequence.includes("\u009C");
  // An operating-system command ends with ESC \, so this ESC may close the previous one.
  if (kind !== "[") return true;
  return /[@-~]/.test(sequence.slice(2));
}
