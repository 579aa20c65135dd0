// One diff: its files, its rows, and what the keys do with them.
import { useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useHasPermission } from "../../../project/project";
import { Button } from "../../../parts/Button";
import { ContentBoundary } from "../../../parts/ContentBoundary";
import { Dialog } from "../../../parts/Dialog";
import { EmptyState } from "../../../parts/EmptyState";
import type { Comments } from "./comments/useComments";
import { DiffList } from "./rows/DiffList";
import { DiffRow } from "./rows/DiffRow";
import { GutterContext } from "./rows/gutter";
import { diffRows } from "./rows/diffRows";
import { useDiffScroll } from "./rows/useDiffScroll";
import { fileViews } from "./rows/fileViews";
import type { DiffPart } from "./rows/fileViews";
import { FileTree } from "./tree/FileTree";
import { inTreeOrder } from "./tree/treeRows";
import { DiffToolbar } from "./DiffToolbar";
import { useDiffShortcuts } from "./useDiffShortcuts";
import { useFillHeight } from "./useFillHeight";
import { useFoldedFiles } from "./useFoldedFiles";
import { useDiffLayout } from "./useDiffLayout";
import { useLineSelection } from "./useLineSelection";
import style from "./DiffView.module.css";

interface Props {
  parts: readonly DiffPart[];
  comments: Comments;
  onReview: () => void;
  /** The choice of the step. */
  choice: ReactNode;
}

export function DiffView({ parts, comments, onReview, choice }: Props) {
  const mayWrite = useHasPermission("work:write");
  const files = useMemo(() => inTreeOrder(fileViews(parts)), [parts]);
  const { layout, canSplit, toggle } = useDiffLayout();
  const { folded, toggle: fold, unfold } = useFoldedFiles();
  const lines = useLineSelection();
  const rows = useMemo(
    () => diffRows(files, { layout, folded, comments: comments.all, field: lines.field }),
    [files, layout, folded, comments.all, lines.field],
  );
  const list = useDiffScroll(rows);
  const scroller = useRef<HTMLDivElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const container = useFillHeight();
  const current = rows[list.head]?.file.key ?? null;

  useDiffShortcuts({
    rows,
    list,
    lines,
    scroller,
    filterField,
    mayWrite,
    canSplit,
    onLayout: toggle,
    onFold: fold,
    onReview,
  });

  const tree = (
    <FileTree
      files={files}
      current={current}
      filterField={filterField}
      onChoose={({ key }) => {
        unfold(key);
        setTreeOpen(false);
        list.goTo(rows.findIndex((row) => row.kind === "file" && row.file.key === key));
      }}
    />
  );
  return (
    <div ref={container} className={style.diff}>
      <DiffToolbar
        files={files}
        layout={layout}
        canSplit={canSplit}
        onLayout={toggle}
        commentCount={comments.all.length}
        onReview={onReview}
        onTree={() => setTreeOpen(true)}
        choice={choice}
      />
      {files.length === 0 ? (
        <EmptyState title="No changes">What the agent changes appears here when it has finished its step.</EmptyState>
      ) : (
        <div className={style.body}>
          <div className={style.aside}>{tree}</div>
          <GutterContext value={mayWrite ? lines.gutter : null}>
            <DiffList rows={rows} list={list.list} scroller={scroller} head={list.head} onScroll={list.onScroll}>
              {(row) => (
                <ContentBoundary what="line" resetKey={row}>
                  <DiffRow row={row} lines={lines} folded={folded} onFold={fold} comments={comments} />
                </ContentBoundary>
              )}
            </DiffList>
          </GutterContext>
        </div>
      )}
      {isTreeOpen && (
        <Dialog
          label="Changed files"
          shape="side"
          onClose={() => setTreeOpen(false)}
          buttons={<Button onClick={() => setTreeOpen(false)}>Close</Button>}
        >
          <div className={style.inDialog}>{tree}</div>
        </Dialog>
      )}
    </div>
  );
}
