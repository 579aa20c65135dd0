// One row of the list, by its kind.
import { CommentOnLines } from "../comments/CommentOnLines";
import { CommentField } from "../comments/CommentField";
import { commented } from "../comments/comment";
import { placeText } from "../comments/place";
import type { Comments } from "../comments/useComments";
import type { LineChoice } from "../useLineChoice";
import { FileHead, HunkHead, Note } from "./Heads";
import { Line, Pair } from "./Lines";
import type { Row } from "./rows";
import { chosenLines, isChosen } from "./selection";
import type { Selection, Side } from "./selection";
import type { HunkView } from "./views";

interface Props {
  row: Row;
  lines: LineChoice;
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  comments: Comments;
}

export function DiffRow({ row, lines, folded, onFold, comments }: Props) {
  switch (row.kind) {
    case "file":
      return <FileHead view={row.file} isFolded={folded.has(row.file.key)} onFold={() => onFold(row.file.key)} />;
    case "hunk":
      return <HunkHead hunk={row.hunk} />;
    case "line":
      return <Line hunk={row.hunk} at={row.at} isChosen={isChosen(lines.selection, row.hunk, row.at)} />;
    case "pair":
      return <Pair hunk={row.hunk} old={row.old} young={row.new} chosen={chosenSide(lines.selection, row.hunk, row)} />;
    case "note":
      return <Note text={row.text} />;
    case "comment":
      return <CommentOnLines shown={row.shown} comments={comments} />;
    case "field":
      return <NewComment diff={row.file.part.sandboxId} path={row.file.path} lines={lines} comments={comments} />;
  }
}

function chosenSide(
  selection: Selection | null,
  hunk: HunkView,
  { old, new: young }: { old: number | null; new: number | null },
): Side | null {
  if (selection === null) return null;
  const [isOld, isNew] = [isChosen(selection, hunk, old), isChosen(selection, hunk, young)];
  if (selection.side !== "both") return (selection.side === "old" ? isOld : isNew) ? selection.side : null;
  return isOld && isNew ? "both" : isOld ? "old" : isNew ? "new" : null;
}

interface NewProps {
  diff: string;
  path: string;
  lines: LineChoice;
  comments: Comments;
}

function NewComment({ diff, path, lines, comments }: NewProps) {
  const found = lines.selection === null ? null : commented(path, chosenLines(lines.selection));
  if (found === null) return null;
  const { first, last } = found;
  return (
    <CommentField
      key={`${last.side}${last.line}`}
      name={`${diff}.${path}.${last.side}${last.line}`}
      about={placeText(first, last)}
      action="Keep the comment"
      onDone={(text) => {
        comments.add({ ...found, diff, text });
        lines.close();
      }}
      onClose={lines.close}
    />
  );
}
