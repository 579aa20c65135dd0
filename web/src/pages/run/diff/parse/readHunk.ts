// Reads one hunk. Its head says how many lines follow, so lines that look like heads of files are still its lines.
import type { DiffLine, Hunk } from "./diffModel";

const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/s;

export interface ReadHunk {
  hunk: Hunk;
  /** The number of the line behind the hunk. */
  next: number;
}

/** Null when there is no head of a hunk at this place. */
export function readHunk(lines: readonly string[], at: number): ReadHunk | null {
  const match = head.exec(lines[at] ?? "");
  if (match === null) return null;
  const [, oldStart = "0", oldCount = "1", newStart = "0", newCount = "1", section = ""] = match;
  const left = { old: Number(oldCount), new: Number(newCount) };
  const nextLine = { old: Number(oldStart), new: Number(newStart) };
  const found: DiffLine[] = [];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const text = lines[next] ?? "";
    const last = found.at(-1);
    if (text.startsWith("\\")) {
      if (last !== undefined) last.endsWithoutBreak = true;
      continue;
    }
    if (left.old <= 0 && left.new <= 0) break;
    const kind = kindOf(text, left, next === lines.length - 1);
    if (kind === null) break;
    if (kind !== "added") left.old--;
    if (kind !== "removed") left.new--;
    found.push({
      kind,
      text: text.slice(1),
      oldNumber: kind === "added" ? null : nextLine.old++,
      newNumber: kind === "removed" ? null : nextLine.new++,
      endsWithoutBreak: false,
    });
  }
  return {
    hunk: {
      oldStart: Number(oldStart),
      newStart: Number(newStart),
      section: section.trim(),
      lines: found,
      isCut: left.old > 0 || left.new > 0,
    },
    next,
  };
}

/** Null for a line that cannot belong to the hunk any more. */
function kindOf(text: string, left: { old: number; new: number }, isLast: boolean): DiffLine["kind"] | null {
  const [canBeOld, canBeNew] = [left.old > 0, left.new > 0];
  if (text.startsWith("+")) return canBeNew ? "added" : null;
  if (text.startsWith("-")) return canBeOld ? "removed" : null;
  // Some tools strip the space of an empty line. The last line of the text is empty because the text ends in a break.
  if (text.startsWith(" ") || (/^\r?$/.test(text) && !isLast)) return canBeOld && canBeNew ? "same" : null;
  return null;
}
