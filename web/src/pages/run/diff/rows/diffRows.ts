// The rows of a diff, one below the other, as the list shows them.
import type { FileDiff } from "../parse/diffModel";
import type { LineComment } from "../comments/lineComment";
import { isLineAt } from "../comments/linePosition";
import { positionComments } from "../comments/positionComments";
import type { PositionedComment } from "../comments/positionComments";
import type { FileView, HunkView } from "./fileViews";

export type Layout = "unified" | "split";

export type Row =
  | { kind: "file"; key: string; file: FileView }
  | { kind: "hunk"; key: string; file: FileView; hunk: HunkView }
  | { kind: "line"; key: string; file: FileView; hunk: HunkView; at: number }
  | { kind: "pair"; key: string; file: FileView; hunk: HunkView; old: number | null; new: number | null }
  | { kind: "note"; key: string; file: FileView; text: string }
  | { kind: "comment"; key: string; file: FileView; shown: PositionedComment }
  | { kind: "field"; key: string; file: FileView };

/** The lines for which a comment is being written. */
export interface OpenField {
  hunk: HunkView;
  /** The field is below this line. */
  at: number;
}

interface DiffView {
  layout: Layout;
  /** The keys of files of which only the head is shown. */
  folded: ReadonlySet<string>;
  comments: readonly LineComment[];
  field: OpenField | null;
}

export function diffRows(files: readonly FileView[], shape: DiffView): Row[] {
  return files.flatMap((file): Row[] => [
    { kind: "file", key: file.key, file },
    ...(shape.folded.has(file.key) ? [] : fileContentRows(file, shape)),
  ]);
}

function fileContentRows(file: FileView, shape: DiffView): Row[] {
  const notes = fileNotes(file.file).map((text, index): Row => ({
    kind: "note",
    key: `${file.key}.note.${index}`,
    file,
    text,
  }));
  const comments = positionComments(file, shape.comments);
  const aside = comments.filter(({ position }) => position === null).map((shown) => commentRow(file, shown));
  return [...notes, ...aside, ...file.hunks.flatMap((hunk) => hunkRows(file, hunk, shape, comments))];
}

function commentRow(file: FileView, shown: PositionedComment): Row {
  return { kind: "comment", key: `${file.key}.${shown.comment.id}`, file, shown };
}

function hunkRows(file: FileView, hunk: HunkView, shape: DiffView, comments: readonly PositionedComment[]): Row[] {
  const rows: Row[] = [{ kind: "hunk", key: hunk.key, file, hunk }];
  const below = (at: number | null) => {
    const line = at === null ? undefined : hunk.hunk.lines[at];
    if (line === undefined) return;
    for (const shown of comments) {
      if (shown.position !== null && isLineAt(shown.position, line)) rows.push(commentRow(file, shown));
    }
    if (shape.field?.hunk === hunk && shape.field.at === at)
      rows.push({ kind: "field", key: `${hunk.key}.field`, file });
  };
  if (shape.layout === "unified") {
    for (const at of hunk.hunk.lines.keys()) {
      rows.push({ kind: "line", key: `${hunk.key}.${at}`, file, hunk, at });
      below(at);
    }
  } else {
    for (const pair of pairLines(hunk)) {
      rows.push({ kind: "pair", key: `${hunk.key}.${pair.old ?? ""}.${pair.new ?? ""}`, file, hunk, ...pair });
      below(pair.old);
      if (pair.new !== pair.old) below(pair.new);
    }
  }
  if (hunk.hunk.isCut) rows.push({ kind: "note", key: `${hunk.key}.cut`, file, text: cutNote });
  return rows;
}

const cutNote = "The diff ends here: the runner cut it because it was too long.";

interface Pair {
  old: number | null;
  new: number | null;
}

/** Removed lines are shown beside the added lines that replace them. */
function pairLines({ hunk }: HunkView): Pair[] {
  const pairs: Pair[] = [];
  let [old, young]: [number[], number[]] = [[], []];
  const close = () => {
    for (let index = 0; index < Math.max(old.length, young.length); index++) {
      pairs.push({ old: old[index] ?? null, new: young[index] ?? null });
    }
    [old, young] = [[], []];
  };
  for (const [at, { kind }] of hunk.lines.entries()) {
    switch (kind) {
      case "added":
        young.push(at);
        break;
      case "removed":
        if (young.length > 0) close();
        old.push(at);
        break;
      case "same":
        close();
        pairs.push({ old: at, new: at });
    }
  }
  close();
  return pairs;
}

function fileNotes({ kind, oldPath, oldMode, newMode, isBinary, isCombined, hunks }: FileDiff): string[] {
  const notes: string[] = [];
  if (oldMode !== null && newMode !== null) notes.push(`The mode changed from ${oldMode} to ${newMode}.`);
  if (isBinary) notes.push("The file is binary, so its changes are not shown.");
  else if (isCombined) notes.push("A merge has changed the file. Such a change is not shown.");
  else if (hunks.length === 0 && kind === "renamed") notes.push(`Only the name changed. It was ${oldPath ?? ""}.`);
  else if (hunks.length === 0 && kind === "copied") notes.push(`A copy of ${oldPath ?? ""}.`);
  else if (hunks.length === 0 && notes.length === 0) notes.push("The file is empty.");
  return notes;
}
