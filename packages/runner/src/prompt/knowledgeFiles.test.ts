import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeKnowledgeFiles } from "./knowledgeFiles";

let folder = "";
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "switchyard-layout-"))));
afterEach(() => rmSync(folder, { recursive: true }));

type Knowledge = Parameters<typeof writeKnowledgeFiles>[1];
const script = { name: "check", description: null, content: "exit 0", language: "bash" };
const strange = { name: "made up", description: null, content: "x", language: "constructor" };
const knowledge = { contexts: [], skills: [], commands: [], scripts: [script, strange] } as unknown as Knowledge;

it("knowledge is laid out again, and a link that an agent has left is not followed", async () => {
  const [worktree, outside] = ["worktree", "outside"].map((name) => path.join(folder, name)) as [string, string];
  for (const place of [worktree, outside]) mkdirSync(place);
  writeFileSync(path.join(outside, "kept"), "");
  symlinkSync(outside, path.join(worktree, ".switchyard"));
  const layout = await writeKnowledgeFiles(worktree, knowledge);
  expect(layout.scripts.map(({ path }) => path)).toEqual([
    ".switchyard/scripts/check.sh",
    ".switchyard/scripts/made-up",
  ]);
  const laid = path.join(worktree, ".switchyard/scripts/check.sh");
  expect(readFileSync(laid, "utf8")).toBe("exit 0");
  expect(statSync(laid).mode & 0o777).toBe(0o755);
  expect(readdirSync(outside)).toEqual(["kept"]);
});
