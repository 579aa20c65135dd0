// tests/speeds.ts names only existing files, and each once. Otherwise a renamed file would silently move to the other
// command.
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../scripts/settings";
import { alone, onTheEngineAtOnce, together } from "./speeds";

const named = [...alone, ...together, ...onTheEngineAtOnce.map((name) => `tests/http/${name}.test.ts`)];

it("names files that exist", () => {
  expect(named.filter((file) => !existsSync(path.join(rootDirectory, file)))).toEqual([]);
});

it("names each once", () => {
  expect(named).toHaveLength(new Set(named).size);
});
