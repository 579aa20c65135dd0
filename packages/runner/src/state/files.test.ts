import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stateFiles, writeState } from "./files";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "switchyard-state-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("deletes the parts that a crash has left, and no file", async () => {
  await writeState(path.join(folder, "a.json"), { a: 1 });
  writeFileSync(path.join(folder, "b.json.0.part"), "{");
  expect(await stateFiles(folder)).toEqual([path.join(folder, "a.json")]);
  expect(readdirSync(folder)).toEqual(["a.json"]);
});

it("leaves what this process is writing just now", async () => {
  const part = `a.json.${process.pid}.part`;
  writeFileSync(path.join(folder, part), "{");
  expect(await stateFiles(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([part]);
});
