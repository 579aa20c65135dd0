import { array, assert, constantFrom, property } from "fast-check";
import { expect, it } from "vitest";
import { matchingLines } from "../../../../domain/versions/lineDiff";
import { assembleHunks } from "./assembleHunks";
import type { Change } from "./assembleHunks";
import { composeDiffs } from "./composeDiffs";
import type { FileDiff } from "./diffModel";
import { parseDiff } from "./parseDiff";

const sidesOf = (lines: readonly string[]) => lines.map((text) => ({ text, endsWithoutBreak: false }));

/** The diff of two texts as git writes it: each change with three lines around it. */
function diffOf(before: readonly string[], after: readonly string[]): string {
  const changes: Change[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [oldPair, newPair] of [...matchingLines(before, after, 1_000), [before.length, after.length] as const]) {
    const [oldLines, newLines] = [sidesOf(before.slice(oldAt, oldPair)), sidesOf(after.slice(newAt, newPair))];
    if (oldLines.length + newLines.length > 0) changes.push({ oldAt, oldLines, newAt, newLines, section: "" });
    [oldAt, newAt] = [oldPair + 1, newPair + 1];
  }
  const signs = { same: " ", added: "+", removed: "-" };
  const hunks = assembleHunks(changes, new Map(sidesOf(before).entries())).map(({ oldStart, newStart, lines }) => {
    const count = (other: string) => lines.filter(({ kind }) => kind !== other).length;
    const head = `@@ -${oldStart},${count("added")} +${newStart},${count("removed")} @@`;
    return [head, ...lines.map(({ kind, text }) => `${signs[kind]}${text}`)].join("\n");
  });
  return hunks.length === 0 ? "" : ["--- a/file", "+++ b/file", ...hunks, ""].join("\n");
}

/** Does to a text what the diff says. Null when the diff is not about this text, or counts its lines wrongly. */
function applied(hunks: FileDiff["hunks"], before: readonly string[]): string[] | null {
  const after: string[] = [];
  let at = 0;
  for (const { text, oldNumber, newNumber } of hunks.flatMap(({ lines }) => lines)) {
    while (oldNumber === null ? after.length < (newNumber ?? 0) - 1 : at < oldNumber - 1) {
      after.push(before[at++] ?? "");
    }
    if (oldNumber !== null && before[at++] !== text) return null;
    if (newNumber === null) continue;
    after.push(text);
    if (after.length !== newNumber) return null;
  }
  return [...after, ...before.slice(at)];
}

const composed = (...diffs: string[]) => composeDiffs(diffs.map((diff, part) => ({ part, files: parseDiff(diff) })));

const partsOf = ({ changes }: { changes: { part: number }[] }) => changes.map(({ part }) => part);

const file = (name: string, ...lines: string[]) => [`--- a/${name}`, `+++ b/${name}`, ...lines, ""].join("\n");
const textsOf = ({ hunks }: FileDiff) => hunks.flatMap(({ lines }) => lines.map(({ kind, text }) => `${kind} ${text}`));

it("leads from the first text to the last, whatever happens between", () => {
  const text = array(constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 40 });
  assert(
    property(array(text, { minLength: 2, maxLength: 4 }), (texts) => {
      const diffs = texts.slice(1).map((after, index) => diffOf(texts[index] ?? [], after));
      const [first = [], last = []] = [texts[0], texts.at(-1)];
      const [whole, ...others] = composed(...diffs);
      expect(others).toEqual([]);
      expect(applied(whole?.file.hunks ?? [], first)).toEqual(last);
    }),
  );
});

it("shows what is left of a change that a later step has changed again, and who has done it", () => {
  const first = file("a.ts", "@@ -1,3 +1,3 @@", " one", "-two", "+deux", " three");
  const second = file("a.ts", "@@ -1,3 +1,4 @@", " one", "-deux", "+dos", "+y medio", " three");
  const [only, ...others] = composed(first, second);
  expect(others).toEqual([]);
  expect(partsOf(only!)).toEqual([0, 1]);
  expect(textsOf(only!.file)).toEqual(["same one", "removed two", "added dos", "added y medio", "same three"]);
  expect(only?.file).toMatchObject({ added: 2, removed: 1, kind: "changed" });
});

it("shows nothing of what a later step has taken back", () => {
  const change = file("a.ts", "@@ -1 +1 @@", "-one", "+two");
  const back = file("a.ts", "@@ -1 +1 @@", "-two", "+one");
  expect(composed(change, back)).toEqual([]);
  const made = ["--- /dev/null", "+++ b/new.ts", "@@ -0,0 +1 @@", "+x", ""].join("\n");
  const gone = ["--- a/new.ts", "+++ /dev/null", "@@ -1 +0,0 @@", "-x", ""].join("\n");
  expect(composed(made, gone)).toEqual([]);
  expect(composed(made, gone, made)).toMatchObject([{ changes: [{ part: 2 }], file: { kind: "added" } }]);
});

it("follows a file that is renamed, also to the name that another one had", () => {
  const renamed = (from: string, to: string) =>
    [`diff --git a/${from} b/${to}`, `rename from ${from}`, `rename to ${to}`, ""].join("\n");
  const change = (name: string) => file(name, "@@ -1 +1 @@", `-old ${name}`, `+new ${name}`);
  const all = composed(change("a") + change("b"), renamed("a", "b") + renamed("b", "a"));
  expect(all.map(({ file }) => [file.oldPath, file.newPath, file.kind])).toEqual([
    ["a", "b", "renamed"],
    ["b", "a", "renamed"],
  ]);
  expect(textsOf(all[0]!.file)).toEqual(["removed old a", "added new a"]);
});

it("leaves apart what does not follow, is cut or is not text", () => {
  const change = file("a.ts", "@@ -1 +1 @@", "-one", "+two");
  expect(composed(change, change).map(partsOf)).toEqual([[0], [1]]);
  const cut = file("a.ts", "@@ -1,9 +1,9 @@", "-two", "+three");
  expect(composed(change, cut)).toHaveLength(2);
  const binary = ["diff --git a/a.ts b/a.ts", "Binary files a/a.ts and b/a.ts differ", ""].join("\n");
  expect(composed(change, binary)).toHaveLength(2);
});
