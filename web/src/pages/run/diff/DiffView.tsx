// One diff: its files, its rows, and what the keys do with them.
import { useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useMay } from "../../../project/project";
import { Button } from "../../../parts/Button";
import { Contained } from "../../../parts/Contained";
import { Dialog } from "../../../parts/Dialog";
import { Empty } from "../../../parts/Empty";
import type { Comments } from "./comments/useComments";
import { DiffList } from "./rows/DiffList";
import { DiffRow } from "./rows/DiffRow";
import { GutterContext } from "./rows/gutter";
import { rowsOf } from "./rows/rows";
import { useList } from "./rows/useList";
import { viewsOf } from "./rows/views";
import type { DiffPart } from "./rows/views";
import { FileTree } from "./tree/FileTree";
import { Toolbar } from "./Toolbar";
import { useDiffKeys } from "./useDiffKeys";
import { useFillHeight } from "./useFillHeight";
import { useFolding } from "./useFolding";
import { useLayout } from "./useLayout";
import { useLineChoice } from "./useLineChoice";
import style from "./DiffView.module.css";

interface Props {
  parts: readonly DiffPart[];
  comments: Comments;
  onReview: () => void;
  /** The choice of the step. */
  choice: ReactNode;
}

export function DiffView({ parts, comments, onReview, choice }: Props) {
  const mayWrite = useMay("work:write");
  const files = useMemo(() => viewsOf(parts), [parts]);
  const { layout, canSplit, toggle } = useLayout();
  const { folded, fold, unfold } = useFolding();
  const lines = useLineChoice();
  const rows = useMemo(
    () => rowsOf(files, { layout, folded, comments: comments.all, field: lines.field }),
    [files, layout, folded, comments.all, lines.field],
  );
  const list = useList(rows);
  const scroller = useRef<HTMLDivElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const place = useFillHeight();
  const current = rows[list.head]?.file.key ?? null;

  useDiffKeys({
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
    <div ref={place} className={style.diff}>
      <Toolbar
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
        <Empty title="Nothing has changed">What the agent changes appears here when it has finished its step.</Empty>
      ) : (
        <div className={style.body}>
          <div className={style.aside}>{tree}</div>
          <GutterContext value={mayWrite ? lines.gutter : null}>
            <DiffList rows={rows} list={list.list} scroller={scroller} head={list.head} onScroll={list.onScroll}>
              {(row) => (
                <Contained what="line" about={row}>
                  <DiffRow row={row} lines={lines} folded={folded} onFold={fold} comments={comments} />
                </Contained>
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
