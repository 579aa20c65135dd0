// Where a comment belongs in a file that is shown: below a line, or at the head when its line is not there.
import { followed } from "../parse/follow";
import { pathOf } from "../parse/model";
import type { Place } from "../parse/model";
import { allSteps } from "../rows/views";
import type { FileView } from "../rows/views";
import type { LineComment } from "./comment";
import { isAt } from "./place";

export interface ShownComment {
  comment: LineComment;
  /** The line below which it is shown. */
  place: Place | null;
  /** The step on whose changes it was written, when those of others are shown too. */
  step: string | null;
}

export function commentsOn(file: FileView, comments: readonly LineComment[]): ShownComment[] {
  return comments.flatMap((comment) => {
    const { diff, path, last } = comment;
    const isOwn = diff === file.part.sandboxId || (file.isOfAll && diff === allSteps);
    if (isOwn && path === file.path) return [{ comment, place: existing(last, file), step: null }];
    const number = file.changes.findIndex(({ part, file }) => part.sandboxId === diff && pathOf(file) === path);
    const change = file.changes[number];
    if (change === undefined) return [];
    const place = followed(
      last,
      file.changes.map(({ file }) => file),
      number,
    );
    return [{ comment, place: place === null ? null : existing(place, file), step: change.part.label }];
  });
}

/** A diff has only the lines around its changes. */
function existing(place: Place, { file }: FileView): Place | null {
  return file.hunks.some(({ lines }) => lines.some((line) => isAt(place, line))) ? place : null;
}
