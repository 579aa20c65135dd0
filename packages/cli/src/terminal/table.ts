// Tables that fit the terminal: the columns that may shrink give up what is too much, the widest of them first. Where
// that is not enough, the last columns are left out.
import { printableRow } from "../../../runner/src/log/printable";
import { dim, join, piecesOf } from "./text";
import type { Piece, Text } from "./text";
import { fitted, widthOf } from "./width";

export interface Column<Row> {
  title: string;
  of: (row: Row) => Text | null;
  /** Ids and numbers are useless when they are cut. */
  isWhole?: true;
}

const gap = "  ";
const narrowest = 8;

/** Returns the lines of the table, with its titles. `width` is Infinity where nobody looks at a terminal. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): Text[] {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.of(row) ?? "")));
  const shown = columns.map((_, at) => cells.some((row) => plain(row[at] ?? []) !== ""));
  const natural = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(plain(row[at] ?? [])))),
  );
  leaveOut(columns, natural, shown, width);
  const widths = shrunk(columns, natural, shown, width);
  const titles = columns.map(({ title }) => piecesOf(title));
  const lineOf = (row: readonly (readonly Piece[])[]) => laidOut(row, widths, shown);
  return [
    dim(
      lineOf(titles)
        .map(({ text }) => text)
        .join(""),
    ),
    ...cells.map(lineOf),
  ];
}

/** Leaves out the last columns until the others fit, when they are as narrow as they may be. */
function leaveOut<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  shown: boolean[],
  width: number,
): void {
  const least = natural.map((own, at) => (columns[at]?.isWhole === true ? own : Math.min(own, narrowest)));
  while (totalOf(least, shown) > width) {
    const last = shown.lastIndexOf(true);
    if (last <= 1) return;
    shown[last] = false;
  }
}

function totalOf(widths: readonly number[], shown: readonly boolean[]): number {
  const taken = widths.filter((_, at) => shown[at] === true);
  return taken.reduce((sum, one) => sum + one, 0) + gap.length * Math.max(0, taken.length - 1);
}

function shrunk<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  shown: readonly boolean[],
  width: number,
): number[] {
  const widths = [...natural];
  for (let excess = totalOf(widths, shown) - width; excess > 0; excess = totalOf(widths, shown) - width) {
    const candidates = widths.map((own, at) => (shown[at] === true && columns[at]?.isWhole !== true ? own : 0));
    const widest = Math.max(...candidates);
    if (widest <= narrowest) break;
    const second = Math.max(narrowest, ...candidates.filter((own) => own < widest));
    const at = candidates.indexOf(widest);
    widths[at] = Math.max(second - 1, widest - excess, narrowest);
  }
  return widths;
}

function laidOut(row: readonly (readonly Piece[])[], widths: readonly number[], shown: readonly boolean[]): Piece[] {
  const last = shown.lastIndexOf(true);
  return row.flatMap((cell, at) => {
    if (shown[at] !== true) return [];
    const width = widths[at] ?? 0;
    const cut = fittedPieces(cell, width);
    if (at === last) return cut;
    return [...join(cut, " ".repeat(Math.max(0, width - widthOf(plain(cut)))) + gap)];
  });
}

function fittedPieces(cell: readonly Piece[], width: number): Piece[] {
  let left = width;
  return cell.flatMap((piece) => {
    if (left <= 0) return [];
    const text = fitted(piece.text, left);
    left -= widthOf(text);
    return [{ ...piece, text }];
  });
}

function oneLine(text: Text): Piece[] {
  return piecesOf(text).map(({ text: own, style }) => ({ text: printableRow(own), style }));
}

function plain(cell: readonly Piece[]): string {
  return cell.map(({ text }) => text).join("");
}
