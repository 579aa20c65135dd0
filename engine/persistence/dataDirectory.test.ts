// Only the owner of the process can read what people have entered, also when the folder existed before.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDataDirectory } from "./dataDirectory";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "switchyard-modes-"));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const modeOf = (name: string) => (fs.statSync(path.join(root, name)).mode & 0o777).toString(8);

it("removes the permissions of others from an existing folder and database", () => {
  fs.chmodSync(root, 0o755);
  fs.writeFileSync(path.join(root, "data.sqlite"), "", { mode: 0o644 });
  const directory = openDataDirectory(root);
  expect([modeOf("."), modeOf("data.sqlite"), modeOf("files")]).toEqual(["700", "600", "700"]);
  directory.release();
});
