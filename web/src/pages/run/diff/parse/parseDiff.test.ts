import { assert, property, string, stringMatching, array, constantFrom } from "fast-check";
import { expect, it } from "vitest";
import { filePath } from "./diffModel";
import type { FileDiff } from "./diffModel";
import { parseDiff } from "./parseDiff";

const lines = (...all: string[]) => `${all.join("\n")}\n`;
const only = (text: string): FileDiff => {
  const [file, ...others] = parseDiff(text);
  expect(others).toEqual([]);
  return file!;
};
const shown = ({ hunks }: FileDiff) =>
  hunks.flatMap((hunk) => hunk.lines.map(({ kind, text, oldNumber, newNumber }) => [kind, text, oldNumber, newNumber]));

it("reads the lines of a hunk with their numbers on both sides", () => {
  const file = only(
    lines(
      "diff --git a/src/a.ts b/src/a.ts",
      "index 1..2 100644",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -3,3 +3,4 @@ function a() {",
      " one",
      "-two",
      "+deux",
      "+trois",
      " four",
    ),
  );
  expect(file).toMatchObject({ oldPath: "src/a.ts", newPath: "src/a.ts", kind: "changed", added: 2, removed: 1 });
  expect(file.hunks[0]).toMatchObject({ oldStart: 3, newStart: 3, section: "function a() {", isCut: false });
  expect(shown(file)).toEqual([
    ["same", "one", 3, 3],
    ["removed", "two", 4, null],
    ["added", "deux", null, 4],
    ["added", "trois", null, 5],
    ["same", "four", 5, 6],
  ]);
});

it("takes lines that look like heads for what they are", () => {
  const file = only(
    lines(
      "--- a/x",
      "+++ b/x",
      "@@ -1,3 +1,3 @@",
      "--- a/y",
      "-+++ b/y",
      "+++ b/z",
      "+diff --git a/q b/q",
      " @@ -1 +1 @@",
    ),
  );
  expect(shown(file).map(([kind, text]) => [kind, text])).toEqual([
    ["removed", "-- a/y"],
    ["removed", "+++ b/y"],
    ["added", "++ b/z"],
    ["added", "diff --git a/q b/q"],
    ["same", "@@ -1 +1 @@"],
  ]);
});

it("reads new, deleted, empty, renamed and copied files, and changes of the mode alone", () => {
  const files = parseDiff(
    lines(
      "diff --git a/new.txt b/new.txt",
      "new file mode 100644",
      "index 0..1",
      "--- /dev/null",
      "+++ b/new.txt",
      "@@ -0,0 +1 @@",
      "+hello",
      "diff --git a/gone b/gone",
      "deleted file mode 100755",
      "--- a/gone",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-bye",
      "diff --git a/empty file b/empty file",
      "new file mode 100644",
      "diff --git a/old name b/b/new name",
      "similarity index 90%",
      "rename from old name",
      "rename to b/new name",
      "--- a/old name",
      "+++ b/b/new name",
      "@@ -1 +1 @@",
      "-1",
      "+2",
      "diff --git a/first b/second",
      "copy from first",
      "copy to second",
      "diff --git a/run b/run",
      "old mode 100644",
      "new mode 100755",
    ),
  );
  expect(
    files.map(({ kind, oldPath, newPath, oldMode, newMode }) => [kind, oldPath, newPath, oldMode, newMode]),
  ).toEqual([
    ["added", null, "new.txt", null, "100644"],
    ["removed", "gone", null, "100755", null],
    ["added", null, "empty file", null, "100644"],
    ["renamed", "old name", "b/new name", null, null],
    ["copied", "first", "second", null, null],
    ["changed", "run", "run", "100644", "100755"],
  ]);
});

it("reads quoted names with bytes in octal", () => {
  const quoted = String.raw`"a/r\303\244ume/\"x\"\t\\.py" "b/r\303\244ume/\"x\"\t\\.py"`;
  const head = lines(`diff --git ${quoted}`, "old mode 100644", "new mode 100755");
  expect(filePath(only(head))).toBe('räume/"x"\t\\.py');
  const named = lines(String.raw`--- "a/\344\272\272"`, String.raw`+++ "b/\344\272\272"`, "@@ -1 +1 @@", "-a", "+b");
  expect(filePath(only(named))).toBe("人");
  expect(
    filePath(only(lines("--- a/with time\t2026-11-01", "+++ b/with time\t2026-11-02", "@@ -1 +1 @@", "-a", "+b"))),
  ).toBe("with time");
});

it("says that a file is binary, a merge's, or cut at the end", () => {
  const binary = lines("diff --git a/a.png b/a.png", "index 1..2", "Binary files a/a.png and b/a.png differ");
  expect(only(binary)).toMatchObject({ isBinary: true, hunks: [], newPath: "a.png" });
  const patch = lines("diff --git a/a.png b/a.png", "GIT binary patch", "literal 3", "KcmZQzU}9i=00RK60ssI2", "");
  expect(only(patch)).toMatchObject({ isBinary: true, hunks: [] });
  const merge = lines("diff --cc a.ts", "index 1,2..3", "--- a/a.ts", "+++ b/a.ts", "@@@ -1,2 -1,2 +1,3 @@@", "++x");
  expect(only(merge)).toMatchObject({ isCombined: true, hunks: [] });
  const cut = "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one\n-tw";
  expect(only(cut).hunks[0]).toMatchObject({ isCut: true });
  expect(shown(only(cut)).at(-1)).toEqual(["removed", "tw", 2, null]);
});

it("marks the lines that end a file without a line break", () => {
  const file = only(
    lines(
      "--- a/x",
      "+++ b/x",
      "@@ -1 +1 @@",
      "-a",
      "\\ No newline at end of file",
      "+b",
      "\\ No newline at end of file",
    ),
  );
  expect(file.hunks[0]!.lines.map(({ endsWithoutBreak }) => endsWithoutBreak)).toEqual([true, true]);
  const next = parseDiff(lines("--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+b", "\\ No newline", "--- a/y", "+++ b/y"));
  expect(next.map(filePath)).toEqual(["x", "y"]);
});

it("keeps the returns of files with other line ends", () => {
  const file = only("--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,2 @@\r\n-a\r\n+b\r\n\r\n");
  expect(filePath(file)).toBe("x");
  expect(shown(file)).toEqual([
    ["removed", "a\r", 1, null],
    ["added", "b\r", null, 1],
    ["same", "", 2, 2],
  ]);
});

it("skips what is not a diff", () => {
  expect(parseDiff("")).toEqual([]);
  expect(parseDiff("fatal: not a git repository\n@@ -1 +1 @@\n-a\n+b\n")).toEqual([]);
  const mail = lines(
    "From 1 Mon",
    "Subject: x",
    "---",
    " a | 2 +-",
    "",
    "--- a/a",
    "+++ b/a",
    "@@ -1 +1 @@",
    "-a",
    "+b",
    "-- ",
    "2.1",
  );
  expect(only(mail)).toMatchObject({ added: 1, removed: 1 });
});

it("never fails and never counts other lines than it shows, whatever the text is", () => {
  const line = constantFrom(
    "diff --git a/x b/x",
    'diff --git "a/\\3" b/',
    "diff --cc x",
    "--- a/x",
    "+++ /dev/null",
    "@@ -1,2 +1,99999999999999999999 @@",
    "@@ -0,0 +0,0 @@",
    "@@ -1 +1 @@ x",
    "+a",
    "-b",
    " c",
    "\\ No",
    "rename from __proto__",
    "rename to constructor",
    "Binary files differ",
    "",
  );
  const mixed = array(line, { maxLength: 40 }).map((all) => all.join("\n"));
  for (const texts of [mixed, string({ unit: "binary" }), stringMatching(/^[-+ @\n"\\a-c0-9,/]*$/)]) {
    assert(
      property(texts, (text) => {
        for (const file of parseDiff(text)) {
          const kinds = file.hunks.flatMap((hunk) => hunk.lines.map(({ kind }) => kind));
          expect(kinds.filter((kind) => kind === "added")).toHaveLength(file.added);
          expect(kinds.filter((kind) => kind === "removed")).toHaveLength(file.removed);
          expect(typeof filePath(file)).toBe("string");
        }
      }),
      { numRuns: 100 },
    );
  }
});
