// The changed files beside the diff: filtered, folded, and chosen to be read.
import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import type { CSSProperties, Ref } from "react";
import { Virtualizer } from "virtua";
import { SearchField } from "../../../../parts/SearchField";
import { ChangeCounts } from "../ChangeCounts";
import type { FileView } from "../rows/fileViews";
import { treeRows } from "./treeRows";
import type { TreeRow } from "./treeRows";
import style from "./FileTree.module.css";

interface Props {
  files: readonly FileView[];
  /** The key of the file that is read now. */
  current: string | null;
  onChoose: (file: FileView) => void;
  filterField?: Ref<HTMLInputElement>;
}

export function FileTree({ files, current, onChoose, filterField = null }: Props) {
  const [filter, setFilter] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => treeRows(files, closed, filter), [files, closed, filter]);

  function toggle(path: string): void {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    setClosed(next);
  }

  return (
    <nav className={style.tree} aria-label="Changed files">
      <SearchField ref={filterField} label="Filter the files" value={filter} onChange={setFilter} />
      <div className={style.rows}>
        <Virtualizer data={rows} itemSize={28}>
          {(row) => (
            <TreeButton
              key={`${row.kind}${row.key}`}
              row={row}
              isCurrent={row.kind === "file" && row.key === current}
              onPress={() => (row.kind === "folder" ? toggle(row.key) : onChoose(row.file))}
            />
          )}
        </Virtualizer>
        {rows.length === 0 && <p className={style.none}>No file matches.</p>}
      </div>
    </nav>
  );
}

function TreeButton({ row, isCurrent, onPress }: { row: TreeRow; isCurrent: boolean; onPress: () => void }) {
  const isFolder = row.kind === "folder";
  const Sign = isFolder && row.isOpen ? ChevronDown : ChevronRight;
  const { added, removed } = isFolder ? row : row.file.file;
  const shape: CSSProperties = { paddingInlineStart: 8 + row.depth * 12 + (isFolder ? 0 : 18) };
  return (
    <button
      type="button"
      className={style.row}
      style={shape}
      aria-expanded={isFolder ? row.isOpen : undefined}
      aria-current={isCurrent ? "true" : undefined}
      title={isFolder ? row.key : row.file.path}
      onClick={onPress}
    >
      {isFolder && <Sign size={14} aria-hidden />}
      <bdi className={style.name} data-kind={isFolder ? undefined : row.file.file.kind}>
        {row.name}
      </bdi>
      {(!isFolder || !row.isOpen) && <ChangeCounts added={added} removed={removed} />}
    </button>
  );
}
