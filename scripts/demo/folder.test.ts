// The folder of a demonstration belongs to one at a time, and nothing in it is deleted that no demonstration has made.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDataDirectory } from "../../engine/persistence/dataDirectory";
import { holdFolder } from "./folder";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-demo-folder-"));
  for (const name of ["key", "mine.txt"]) writeFileSync(path.join(folder, name), "text");
});
afterEach(() => rmSync(folder, { recursive: true }));

const has = (name: string) => existsSync(path.join(folder, name));
const refusal = /^A demonstration is running or still ending in /;

it("is refused to a second demonstration, which deletes nothing", () => {
  const letGo = holdFolder(folder, true);
  expect(() => holdFolder(folder, false)).toThrow(refusal);
  expect(has("key")).toBe(true);
  letGo();
  holdFolder(folder, false)();
  expect([has("key"), has("mine.txt")]).toEqual([false, true]);
});

it("is refused while the service of a demonstration that was killed still runs", () => {
  const service = openDataDirectory(path.join(folder, "data"));
  expect(() => holdFolder(folder, false)).toThrow(refusal);
  expect(has("key")).toBe(true);
  service.release();
  holdFolder(folder, false)();
  expect([has("key"), has("data")]).toEqual([false, false]);
});
