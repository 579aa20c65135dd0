// Where a comment belongs in a file that is shown: below a line, or at the head when its line is not there.
import { followLine } from "./followLine";
import { filePath } from "../parse/diffModel";
import type { LinePosition } from "../parse/diffModel";
import { allSteps } from "../rows/fileViews";
import type { FileView } from "../rows/fileViews";
import type { LineComment } from "./lineComment";
import { isLineAt } from "./linePosition";

export interface PositionedComment {
  comment: LineComment;
  /** The line below which it is shown. */
  position: LinePosition | null;
  /** The step on whose changes it was written, when those of others are shown too. */
  step: string | null;
}

export function positionComments(file: FileView, comments: readonly LineComment[]): PositionedComment[] {
  return comments.flatMap((comment) => {
    const { diff, path, last } = comment;
    const isOwn = diff === file.part.sandboxId || (file.isOfAllSteps && diff === allSteps);
    if (isOwn && path === file.path) return [{ comment, position: ifShown(last, file), step: null }];
    const number = file.changes.findIndex(({ part, file }) => part.sandboxId === diff && filePath(file) === path);
    const change = file.changes[number];
    if (change === undefined) return [];
    const position = followLine(
      last,
      file.changes.map(({ file }) => file),
      number,
    );
    return [{ comment, position: position === null ? null : ifShown(position, file), step: change.part.label }];
  });
}

/** A diff has only the lines around its changes. */
function ifShown(position: LinePosition, { file }: FileView): LinePosition | null {
  return file.hunks.some(({ lines }) => lines.some((line) => isLineAt(position, line))) ? position : null;
}
