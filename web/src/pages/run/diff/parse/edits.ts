// What a diff does to its file, without the lines around it.
import type { LineText } from "./assembleHunks";
import type { DiffLine, FileDiff } from "./diffModel";

/** Lines that were replaced by others. Places count from 0. */
export interface Edit {
  oldAt: number;
  oldLines: LineText[];
  newAt: number;
  newLines: LineText[];
  section: string;
}

export const lineText = ({ text, endsWithoutBreak }: DiffLine): LineText => ({ text, endsWithoutBreak });

export function editsInFile({ hunks }: FileDiff): Edit[] {
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
        (line.kind === "removed" ? current.oldLines : current.newLines).push(lineText(line));
      }
      if (line.kind !== "added") oldAt++;
      if (line.kind !== "removed") newAt++;
    }
    return edits;
  });
}
