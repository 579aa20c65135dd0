// Two changes of a file, one after the other, as one change. A diff has only the lines around its changes, and these
// are enough: where both touch one another, each has the lines that the other one leaves alone.
import { matchingLines } from "../../../../domain/versions/lineDiff";
import { assembleHunks } from "./assembleHunks";
import type { Change, LineText } from "./assembleHunks";
import { editsInFile, lineText } from "./edits";
import type { Edit } from "./edits";
import type { DiffLine, FileDiff } from "./diffModel";

/** With more changed lines in one place, all of them count as changed. */
const maxChanges = 400;

/** Null when the second does not begin where the first has ended, or when either of them is not whole. */
export function composeFile(first: FileDiff, second: FileDiff): FileDiff | null {
  if (![first, second].every(isComplete)) return null;
  const between = linesBetween(first, second);
  if (between === null) return null;
  const [before, after] = [editsInFile(first), editsInFile(second)];
  const changes: Change[] = [];
  const known = linesBefore(between, before);
  for (const group of groupEdits(before, after)) {
    const change = composeGroup(group, between);
    if (change === null) return null;
    for (const [at, line] of change.oldLines.entries()) known.set(change.oldAt + at, line);
    for (const each of splitChange(change)) changes.push(each);
  }
  return composedFile(first, second, assembleHunks(changes, known));
}

function isComplete({ isBinary, isCombined, kind, hunks }: FileDiff): boolean {
  return !isBinary && !isCombined && kind !== "copied" && !hunks.some(({ isCut }) => isCut);
}

/** What is known of the file between the two changes, by place. Null when they contradict each other. */
function linesBetween(first: FileDiff, second: FileDiff): Map<number, LineText> | null {
  const known = new Map<number, LineText>();
  for (const line of first.hunks.flatMap(({ lines }) => lines)) {
    if (line.newNumber !== null) known.set(line.newNumber - 1, lineText(line));
  }
  for (const line of second.hunks.flatMap(({ lines }) => lines)) {
    if (line.oldNumber === null) continue;
    const former = known.get(line.oldNumber - 1);
    if (former !== undefined && former.text !== line.text) return null;
    known.set(line.oldNumber - 1, lineText(line));
  }
  return known;
}

/** What is known of the file before both changes, besides what they have changed. */
function linesBefore(between: ReadonlyMap<number, LineText>, edits: readonly Edit[]): Map<number, LineText> {
  const known = new Map<number, LineText>();
  let passed = 0;
  let shift = 0;
  for (const [at, line] of [...between].toSorted(([a], [b]) => a - b)) {
    for (let edit = edits[passed]; edit !== undefined && endOf(edit) <= at; edit = edits[++passed]) {
      shift += edit.oldLines.length - edit.newLines.length;
    }
    const edit = edits[passed];
    if (edit === undefined || at < edit.newAt) known.set(at + shift, line);
  }
  return known;
}

const endOf = ({ newAt, newLines }: Edit): number => newAt + newLines.length;

interface Group {
  /** From and until which line of the file between. */
  from: number;
  until: number;
  before: Edit[];
  after: Edit[];
  /** How far the lines here have moved by all that is above. */
  oldShift: number;
  newShift: number;
}

/** Edits of both sides that touch one another, in the order of the file. */
function groupEdits(before: readonly Edit[], after: readonly Edit[]): Group[] {
  const all = [
    ...before.map((edit) => ({ edit, from: edit.newAt, until: endOf(edit), isBefore: true })),
    ...after.map((edit) => ({ edit, from: edit.oldAt, until: edit.oldAt + edit.oldLines.length, isBefore: false })),
  ].toSorted((a, b) => a.from - b.from || a.until - b.until);
  const groups: Group[] = [];
  let [oldShift, newShift] = [0, 0];
  for (const { edit, from, until, isBefore } of all) {
    let group = groups.at(-1);
    if (group === undefined || from > group.until) {
      groups.push((group = { from, until, before: [], after: [], oldShift, newShift }));
    }
    group.until = Math.max(group.until, until);
    (isBefore ? group.before : group.after).push(edit);
    const grown = edit.newLines.length - edit.oldLines.length;
    if (isBefore) oldShift -= grown;
    else newShift += grown;
  }
  return groups;
}

/** Null when a line is not known, so the changes are not those of one file. */
function composeGroup(group: Group, between: ReadonlyMap<number, LineText>): Change | null {
  const { from, until, before, after, oldShift, newShift } = group;
  const sides = (spans: readonly { at: number; until: number; lines: readonly LineText[] }[]): LineText[] | null => {
    const found: LineText[] = [];
    let at = from;
    for (const span of [...spans, { at: until, until, lines: [] }]) {
      for (; at < span.at; at++) {
        const line = between.get(at);
        if (line === undefined) return null;
        found.push(line);
      }
      for (const line of span.lines) found.push(line);
      at = span.until;
    }
    return found;
  };
  const old = sides(before.map((edit) => ({ at: edit.newAt, until: endOf(edit), lines: edit.oldLines })));
  const young = sides(
    after.map(({ oldAt, oldLines, newLines }) => ({ at: oldAt, until: oldAt + oldLines.length, lines: newLines })),
  );
  if (old === null || young === null) return null;
  const { section } = before[0] ?? after[0] ?? { section: "" };
  return { oldAt: from + oldShift, oldLines: old, newAt: from + newShift, newLines: young, section };
}

/** Leaves out what one has done and the other has undone. */
function splitChange({ oldAt, oldLines, newAt, newLines, section }: Change): Change[] {
  const keyOf = ({ text, endsWithoutBreak }: LineText) => (endsWithoutBreak ? `${text}\n` : text);
  const pairs = matchingLines(oldLines.map(keyOf), newLines.map(keyOf), maxChanges);
  const changes: Change[] = [];
  let [oldFrom, newFrom] = [0, 0];
  for (const [oldPair, newPair] of [...pairs, [oldLines.length, newLines.length] as const]) {
    if (oldPair > oldFrom || newPair > newFrom) {
      changes.push({
        oldAt: oldAt + oldFrom,
        oldLines: oldLines.slice(oldFrom, oldPair),
        newAt: newAt + newFrom,
        newLines: newLines.slice(newFrom, newPair),
        section,
      });
    }
    [oldFrom, newFrom] = [oldPair + 1, newPair + 1];
  }
  return changes;
}

function composedFile(first: FileDiff, second: FileDiff, hunks: FileDiff["hunks"]): FileDiff {
  const [oldPath, newPath] = [first.oldPath, second.newPath];
  const [oldMode, newMode] = [first.oldMode ?? second.oldMode, second.newMode ?? first.newMode];
  const isSameMode = oldMode === newMode;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (wanted: DiffLine["kind"]) => lines.filter(({ kind }) => kind === wanted).length;
  return {
    oldPath,
    newPath,
    kind: oldPath === null ? "added" : newPath === null ? "removed" : oldPath === newPath ? "changed" : "renamed",
    oldMode: isSameMode ? null : oldMode,
    newMode: isSameMode ? null : newMode,
    isBinary: false,
    isCombined: false,
    hunks,
    added: count("added"),
    removed: count("removed"),
  };
}
