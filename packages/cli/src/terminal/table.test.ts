import { expect, it } from "vitest";
import { tableLines } from "./table";
import { bold, piecesOf } from "./text";
import { widthOf } from "./width";

interface Row {
  id: string;
  name: string;
  note: string | null;
}
const columns = [
  { title: "ID", of: ({ id }: Row) => id, isWhole: true },
  { title: "NAME", of: ({ name }: Row) => bold(name) },
  { title: "NOTE", of: ({ note }: Row) => note },
] as const;
const plain = (rows: readonly Row[], width: number) =>
  tableLines(columns, rows, width).map((line) =>
    piecesOf(line)
      .map(({ text }) => text)
      .join(""),
  );

const rows: Row[] = [
  { id: "run_1", name: "A name that is longer than all others in this table", note: "short" },
  { id: "run_22", name: "日本語の名前はとても長いので端末に入りません、とても", note: "🚀🚀" },
];

it.each([30, 40, 60, 80])("a table of any rows takes at most the %i columns of the terminal", (width) => {
  for (const line of plain(rows, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
});

it("ids stay whole, and what is cut ends with an ellipsis", () => {
  const [, first = "", second = ""] = plain(rows, 40);
  expect(first).toMatch(/^run_1 {3}A name.*… {2}short$/);
  expect(second).toMatch(/^run_22 {2}日.*…/);
});

it("nothing is cut where nobody looks at a terminal", () => {
  expect(plain(rows, Infinity).join("\n")).toContain("A name that is longer than all others in this table");
});

it("a column without any value is left out", () => {
  const bare = [{ id: "run_1", name: "One", note: null }];
  expect(plain(bare, 80)).toEqual(["ID     NAME", "run_1  One"]);
});

it("a name cannot begin another row or move the cursor", () => {
  const [, row = "", ...others] = plain([{ id: "run_1", name: "a\nrun_2  b\u001B[2Jc\td", note: "x" }], 80);
  expect(others).toEqual([]);
  expect(row).toBe(String.raw`run_1  a run_2 b\u001b[2Jc d  x`);
});
