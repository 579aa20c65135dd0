// Lines of a comparison. Long stretches come a part at a time, so that a huge text does not block the page.
import { useState } from "react";
import type { RowGroup } from "./foldEqualLines";
import type { DiffRow, Line } from "./lineDiff";
import { commonEnds } from "./commonEnds";
import style from "./VersionComparison.module.css";

const linesPerStep = 500;

export function LineRows({ group: { kind, rows } }: { group: RowGroup }) {
  const [count, setCount] = useState(kind === "folded" ? 0 : linesPerStep);
  const left = rows.length - count;
  return (
    <tbody>
      {rows.slice(0, count).map((row, index) => (
        <Row key={index} row={row} />
      ))}
      {left > 0 && (
        <tr className={style.fold}>
          <td colSpan={4}>
            <button type="button" onClick={() => setCount(count + linesPerStep)}>
              {kind === "folded" && count === 0 ? `${left} unchanged lines` : `${left} more lines`}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "same") {
    return (
      <tr className={style.line}>
        <Cells line={row.left}>{row.left.text}</Cells>
        <Cells line={row.right} isRight>
          {row.right.text}
        </Cells>
      </tr>
    );
  }
  const { left, right } = row;
  const ends = left === null || right === null ? null : commonEnds(left.text, right.text);
  return (
    <tr className={style.line}>
      <Cells line={left} change="removed">
        {left !== null && (
          <del>
            <Marked text={left.text} ends={ends} />
          </del>
        )}
      </Cells>
      <Cells line={right} change="added" isRight>
        {right !== null && (
          <ins>
            <Marked text={right.text} ends={ends} />
          </ins>
        )}
      </Cells>
    </tr>
  );
}

interface CellsProps {
  line: Line | null;
  change?: "removed" | "added";
  isRight?: boolean;
  children: React.ReactNode;
}

function Cells({ line, change, isRight = false, children }: CellsProps) {
  const kind = line === null ? "none" : change;
  return (
    <>
      <td className={style.number} data-kind={kind} data-right={isRight || undefined}>
        {line?.number}
      </td>
      <td className={style.text} data-kind={kind} data-right={isRight || undefined} dir="auto">
        {children}
      </td>
    </>
  );
}

/** Marks what lies between the beginning and the end that both lines have. */
function Marked({ text, ends }: { text: string; ends: { start: number; end: number } | null }) {
  if (ends === null) return text;
  const until = text.length - ends.end;
  return (
    <>
      {text.slice(0, ends.start)}
      {until > ends.start && <mark className={style.mark}>{text.slice(ends.start, until)}</mark>}
      {text.slice(until)}
    </>
  );
}
