// Whatever Node this is: pushed code changes no class that other calls, or the host, use too.
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";

it("no function of a class that pushed code reaches, internal ones included, can be replaced", () => {
  const args = ["scripts/run.mjs", "tests/engine/sharedPrototypes.ts"];
  const printed = execFileSync(process.execPath, args, { cwd: rootDirectory, encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual([]);
});
