// One row of the list, by its kind.
import { FileComment } from "../comments/FileComment";
import { CommentField } from "../comments/CommentField";
import { quoteLines } from "../comments/lineComment";
import { positionText } from "../comments/linePosition";
import type { Comments } from "../comments/useComments";
import type { LineSelectionState } from "../useLineSelection";
import { FileHeader, HunkHeader, DiffNote } from "./HeaderRows";
import { UnifiedLine, SplitLine } from "./LineRows";
import type { Row } from "./diffRows";
import { selectedLines, isLineSelected } from "./lineSelection";
import type { LineSelection, Side } from "./lineSelection";
import type { HunkView } from "./fileViews";

interface Props {
  row: Row;
  lines: LineSelectionState;
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  comments: Comments;
}

export function DiffRow({ row, lines, folded, onFold, comments }: Props) {
  switch (row.kind) {
    case "file":
      return <FileHeader view={row.file} isFolded={folded.has(row.file.key)} onFold={() => onFold(row.file.key)} />;
    case "hunk":
      return <HunkHeader hunk={row.hunk} />;
    case "line":
      return <UnifiedLine hunk={row.hunk} at={row.at} isChosen={isLineSelected(lines.selection, row.hunk, row.at)} />;
    case "pair":
      return (
        <SplitLine hunk={row.hunk} old={row.old} young={row.new} chosen={chosenSide(lines.selection, row.hunk, row)} />
      );
    case "note":
      return <DiffNote text={row.text} />;
    case "comment":
      return <FileComment positioned={row.shown} comments={comments} />;
    case "field":
      return <NewComment diff={row.file.part.sandboxId} path={row.file.path} lines={lines} comments={comments} />;
  }
}

function chosenSide(
  selection: LineSelection | null,
  hunk: HunkView,
  { old, new: young }: { old: number | null; new: number | null },
): Side | null {
  if (selection === null) return null;
  const [isOld, isNew] = [isLineSelected(selection, hunk, old), isLineSelected(selection, hunk, young)];
  if (selection.side !== "both") return (selection.side === "old" ? isOld : isNew) ? selection.side : null;
  return isOld && isNew ? "both" : isOld ? "old" : isNew ? "new" : null;
}

interface NewProps {
  diff: string;
  path: string;
  lines: LineSelectionState;
  comments: Comments;
}

function NewComment({ diff, path, lines, comments }: NewProps) {
  const found = lines.selection === null ? null : quoteLines(path, selectedLines(lines.selection));
  if (found === null) return null;
  const { first, last } = found;
  return (
    <CommentField
      key={`${last.side}${last.line}`}
      name={`${diff}.${path}.${last.side}${last.line}`}
      about={positionText(first, last)}
      action="Add comment"
      onDone={(text) => {
        comments.add({ ...found, diff, text });
        lines.close();
      }}
      onClose={lines.close}
    />
  );
}
