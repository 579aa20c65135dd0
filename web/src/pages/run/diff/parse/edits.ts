// What a diff does to its file, without the lines around it.
import type { Side } from "./assembleHunks";
import type { DiffLine, FileDiff } from "./model";

/** Lines that were replaced by others. Places count from 0. */
export interface Edit {
  oldAt: number;
  oldLines: Side[];
  newAt: number;
  newLines: Side[];
  section: string;
}

export const sideOf = ({ text, endsWithoutBreak }: DiffLine): Side => ({ text, endsWithoutBreak });

export function editsOf({ hunks }: FileDiff): Edit[] {
  return hunks.flatMap(({ oldStart, newStart, lines, section }) => {
    const edits: Edit[] = [];
    // A side without lines names the line above.
    let oldAt = lines.some(({ kind }) => kind !== "added") ? oldStart - 1 : oldStart;
    let newAt = lines.some(({ kind }) => kind !== "removed") ? newStart - 1 : newStart;
    let current: Edit | null = null;
    for (const line of lines) {
      if (line.kind === "same") {
        current = null;
      } else {
        if (current === null) edits.push((current = { oldAt, oldLines: [], newAt, newLines: [], section }));
        (line.kind === "removed" ? current.oldLines : current.newLines).push(sideOf(line));
      }
      if (line.kind !== "added") oldAt++;
      if (line.kind !== "removed") newAt++;
    }
    return edits;
  });
}
