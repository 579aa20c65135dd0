// Above a diff: which one it is, how much it changes, how it is laid out, and the comments that wait.
import { Columns2 } from "lucide-react";
import type { ReactNode } from "react";
import { ShortcutKeys } from "../../../shortcuts/ShortcutKeys";
import { Button } from "../../../parts/Button";
import { ChangeCounts } from "./ChangeCounts";
import type { Layout } from "./rows/diffRows";
import type { FileView } from "./rows/fileViews";
import style from "./DiffToolbar.module.css";

interface Props {
  files: readonly FileView[];
  layout: Layout;
  canSplit: boolean;
  onLayout: () => void;
  commentCount: number;
  onReview: () => void;
  onTree: () => void;
  choice: ReactNode;
}

export function DiffToolbar({ files, layout, canSplit, onLayout, commentCount, onReview, onTree, choice }: Props) {
  const added = files.reduce((sum, { file }) => sum + file.added, 0);
  const removed = files.reduce((sum, { file }) => sum + file.removed, 0);
  const isSplit = layout === "split";
  return (
    <div className={style.bar} role="toolbar" aria-label="Diff">
      {choice}
      <span className={style.count}>
        {files.length} {files.length === 1 ? "file" : "files"}
      </span>
      <ChangeCounts added={added} removed={removed} />
      <div className={style.end}>
        <span className={style.narrow}>
          <Button look="bare" onClick={onTree}>
            Files
          </Button>
        </span>
        {canSplit && (
          <Button look="bare" aria-pressed={isSplit} icon={<Columns2 size={15} aria-hidden />} onClick={onLayout}>
            Side by side <ShortcutKeys keys="u" />
          </Button>
        )}
        {commentCount > 0 && (
          <Button look="main" onClick={onReview}>
            {commentCount} {commentCount === 1 ? "comment" : "comments"} <ShortcutKeys keys="l" />
          </Button>
        )}
      </div>
    </div>
  );
}
