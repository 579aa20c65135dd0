import { expect, it } from "vitest";
import { fileViews } from "../rows/fileViews";
import { inTreeOrder, treeRows } from "./treeRows";
import type { TreeRow } from "./treeRows";

const change = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1,2 @@\n-a\n+b\n+c\n`;
const paths = ["z.md", "src/deep/only/a.ts", "src/deep/only/b.ts", "lib/x/1.ts", "lib/2.ts", "__proto__/constructor"];
const files = fileViews([{ sandboxId: "sb", label: null, text: paths.map(change).join("") }]);
const shown = (rows: TreeRow[]) =>
  rows.map(({ name, depth, kind }) => `${"  ".repeat(depth)}${name}${kind === "folder" ? "/" : ""}`);

it("joins folders that hold one folder, and puts folders before files", () => {
  expect(shown(treeRows(files, new Set(), ""))).toEqual([
    "__proto__/",
    "  constructor",
    "lib/",
    "  x/",
    "    1.ts",
    "  2.ts",
    "src/deep/only/",
    "  a.ts",
    "  b.ts",
    "z.md",
  ]);
});

it("counts what a closed folder hides, and opens all folders while it filters", () => {
  const closed = new Set(["src/deep/only", "lib"]);
  const folded = treeRows(files, closed, "").find(({ key }) => key === "src/deep/only");
  expect(folded).toMatchObject({ kind: "folder", isOpen: false, added: 4, removed: 2 });
  expect(shown(treeRows(files, closed, "ONLY/B"))).toEqual(["src/deep/only/", "  b.ts"]);
  expect(treeRows(files, closed, "nowhere")).toEqual([]);
});

it("orders the files of the diff as the tree does", () => {
  expect(inTreeOrder(files).map(({ path }) => path)).toEqual([
    "__proto__/constructor",
    "lib/x/1.ts",
    "lib/2.ts",
    "src/deep/only/a.ts",
    "src/deep/only/b.ts",
    "z.md",
  ]);
});
