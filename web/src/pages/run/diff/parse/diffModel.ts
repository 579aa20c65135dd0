// A unified diff, as the views show it.

export interface FileDiff {
  /** Null for a file that is new. */
  oldPath: string | null;
  /** Null for a file that was deleted. */
  newPath: string | null;
  kind: "added" | "removed" | "renamed" | "copied" | "changed";
  oldMode: string | null;
  newMode: string | null;
  /** The diff says only that the contents differ. */
  isBinary: boolean;
  /** A diff of a merge compares more than two versions. It has no hunks here. */
  isCombined: boolean;
  hunks: Hunk[];
  added: number;
  removed: number;
}

export interface Hunk {
  oldStart: number;
  newStart: number;
  /** What git found above the hunk, such as the head of a function. */
  section: string;
  lines: DiffLine[];
  /** The diff ends before the hunk does. */
  isCut: boolean;
}

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
  oldNumber: number | null;
  newNumber: number | null;
  /** It is the last line of its file and no line break follows it. */
  endsWithoutBreak: boolean;
}

/** Where a line stands: its number in the file before or after the change. */
export interface LinePosition {
  side: "old" | "new";
  line: number;
}

/** The name under which the file is shown. */
export function filePath({ oldPath, newPath }: Pick<FileDiff, "oldPath" | "newPath">): string {
  return newPath ?? oldPath ?? "";
}
