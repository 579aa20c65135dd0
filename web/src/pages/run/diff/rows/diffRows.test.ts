import { expect, it } from "vitest";
import type { LineComment } from "../comments/lineComment";
import { diffRows } from "./diffRows";
import type { Layout, Row } from "./diffRows";
import { fileViews } from "./fileViews";

const text = `--- a/src/x.ts
+++ b/src/x.ts
@@ -1,4 +1,5 @@
 one
-two
-three
+deux
 four
+five
+six
`;
const files = fileViews([{ sandboxId: "sb", label: null, text }]);

function brief(row: Row): string {
  switch (row.kind) {
    case "line":
      return `${row.at}`;
    case "pair":
      return `${row.old ?? "-"}|${row.new ?? "-"}`;
    default:
      return row.kind;
  }
}

const shape = (layout: Layout, comments: LineComment[] = [], folded: string[] = []) =>
  diffRows(files, { layout, comments, folded: new Set(folded), field: null }).map(brief);

const comment = (side: "old" | "new", line: number, diff = "sb"): LineComment => {
  const position = { side, line };
  return { id: `${side}${line}`, diff, path: "src/x.ts", first: position, last: position, code: "", text: "x" };
};

it("puts lines below each other, or removed ones beside those that replace them", () => {
  expect(shape("unified")).toEqual(["file", "hunk", "0", "1", "2", "3", "4", "5", "6"]);
  expect(shape("split")).toEqual(["file", "hunk", "0|0", "1|3", "2|-", "4|4", "-|5", "-|6"]);
  expect(shape("split", [], ["0"])).toEqual(["file"]);
});

it("puts a comment below its line, of the old or the new file, or else at the head, and only in its own diff", () => {
  const comments = [comment("old", 2), comment("new", 2), comment("old", 4), comment("new", 1, "another")];
  expect(shape("unified", comments)).toEqual("file comment hunk 0 1 comment 2 3 comment 4 5 6".split(" "));
  expect(shape("split", comments).filter((row) => row === "comment")).toHaveLength(3);
});

it("puts a comment on one step's changes below its line in those of all, or at the head when it is not there", () => {
  const steps = [
    { sandboxId: "one", label: "1. Draft", text: "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n" },
    { sandboxId: "two", label: "2. Check", text: "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n+top\n a\n-B\n+beta\n c\n" },
  ];
  const comments = [
    ["one", "new", 1],
    ["one", "new", 2],
    ["one", "old", 2],
    ["two", "new", 3],
    ["two", "old", 2],
    ["all", "new", 4],
    ["all", "new", 9],
  ] as const;
  const on = comments.map(([diff, side, line]) =>
    Object.assign(comment(side, line, diff), { id: `${diff} ${side} ${line}`, path: "x" }),
  );
  const rows = diffRows(fileViews(steps), { layout: "unified", comments: on, folded: new Set(), field: null });
  const texts = rows.map((row) => {
    if (row.kind === "line") return row.hunk.hunk.lines[row.at]?.text;
    return row.kind === "comment" ? `${row.shown.comment.id} (${row.shown.step ?? "here"})` : row.kind;
  });
  expect(texts).toEqual([
    "file",
    "one new 2 (1. Draft)",
    "two old 2 (2. Check)",
    "all new 9 (here)",
    "hunk",
    "top",
    "a",
    "one new 1 (1. Draft)",
    "b",
    "one old 2 (1. Draft)",
    "beta",
    "two new 3 (2. Check)",
    "c",
    "all new 4 (here)",
  ]);
});

it("marks the words of a line and of the one that replaces it", () => {
  const [changed] = fileViews([
    { sandboxId: "sb", label: null, text: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-let a = 1;\n+let a = 2;\n" },
  ]);
  const [hunk] = changed!.hunks;
  expect([hunk!.marksAt(0), hunk!.marksAt(1)]).toEqual([[[8, 9]], [[8, 9]]]);
});
