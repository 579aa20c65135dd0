// The rows of a diff, of which only those in sight are there. The head of the file that is read stays at the upper
// edge.
import { Fragment, createContext, useContext, useMemo } from "react";
import type { CSSProperties, ReactNode, RefObject } from "react";
import { Virtualizer } from "virtua";
import type { CustomItemComponentProps, VirtualizerHandle } from "virtua";
import type { Row } from "./diffRows";
import style from "./DiffList.module.css";

interface Props {
  rows: readonly Row[];
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  head: number;
  onScroll: (offset: number) => void;
  children: (row: Row) => ReactNode;
}

const lineHeight = 21;
const bufferHeight = 150;
const HeadContext = createContext(0);

export function DiffList({ rows, list, scroller, head, onScroll, children }: Props) {
  const kept = useMemo(() => {
    const field = rows.findIndex(({ kind }) => kind === "field");
    return field === -1 ? [head] : [head, field];
  }, [rows, head]);
  return (
    <div className={style.frame}>
      <div ref={scroller} className={style.scroller} tabIndex={0} role="region" aria-label="Changes">
        <HeadContext value={head}>
          <Virtualizer
            ref={list}
            data={rows}
            itemSize={lineHeight}
            bufferSize={bufferHeight}
            keepMounted={kept}
            item={Item}
            onScroll={onScroll}
            scrollRef={scroller}
          >
            {(row) => <Fragment key={row.key}>{children(row)}</Fragment>}
          </Virtualizer>
        </HeadContext>
      </div>
    </div>
  );
}

const stuck: CSSProperties = { position: "sticky", insetBlockStart: 0, zIndex: 2 };

function Item({ style: position, index, children, ref }: CustomItemComponentProps) {
  const isHead = useContext(HeadContext) === index;
  return (
    <div ref={ref} style={isHead ? { ...position, ...stuck } : position}>
      {children}
    </div>
  );
}
