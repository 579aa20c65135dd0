// The diffs of steps that worked one after the other, as one diff: from before the first step until after the last.
import { composeFile } from "./composeFile";
import type { FileDiff } from "./diffModel";

export interface ComposedFile<Part> {
  file: FileDiff;
  /** What each part has done to the file, in their order. */
  changes: { part: Part; file: FileDiff }[];
}

/** A part whose changes do not follow on those before it stays by itself. */
export function composeDiffs<Part>(all: readonly { part: Part; files: readonly FileDiff[] }[]): ComposedFile<Part>[] {
  const composed: ComposedFile<Part>[] = [];
  for (const { part, files } of all) {
    // A part may rename a file to the name that another one had.
    const formers = files.map((file) => composed.findLast((each) => isContinued(each.file, file)));
    for (const [index, file] of files.entries()) {
      const former = formers[index];
      const together = former === undefined ? null : composeFile(former.file, file);
      if (former === undefined || together === null) composed.push({ file, changes: [{ part, file }] });
      else Object.assign(former, { file: together, changes: [...former.changes, { part, file }] });
    }
  }
  return composed.filter(({ file, changes }) => changes.length === 1 || changesAnything(file));
}

/** A file is followed by its name. One that was deleted may be made again. */
function isContinued(former: FileDiff, { oldPath, newPath }: FileDiff): boolean {
  if (oldPath !== null) return former.newPath === oldPath;
  return former.newPath === null && former.oldPath === newPath;
}

function changesAnything({ kind, hunks, oldPath, newPath, oldMode, newMode }: FileDiff): boolean {
  if (oldPath === null && newPath === null) return false;
  return hunks.length > 0 || kind !== "changed" || oldMode !== newMode;
}
