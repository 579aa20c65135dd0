import { expect, it } from "vitest";
import { compileModules } from "./compile";
import type { ModuleSource } from "./contract";

const module = (source: string, environment: ModuleSource["environment"] = "isolate"): ModuleSource => ({
  path: "folder/m.js",
  source,
  sourceMap: null,
  environment,
});

it.each([
  [
    "top-level await",
    `const x = 1;\nexport const y = await x;`,
    "Top-level await is not supported in Convex functions",
    "2:18",
  ],
  ["a syntax error", `export const x = ;`, 'Unexpected ";"', "1:18"],
])("refuses %s and says where it is", async (_, source, cause, place) => {
  await expect(compileModules([module(source)])).rejects.toMatchObject({
    name: "FunctionError",
    code: "InvalidModules",
    message: `Failed to load folder/m.js: ${cause}\n    at folder/m.js:${place}`,
  });
});

it("says that it cannot run modules for Node.js", async () => {
  await expect(compileModules([module(`"use node";`, "node")])).rejects.toMatchObject({
    code: "UseNodeNotSupported",
    message: expect.stringContaining('folder/m.js declares "use node"'),
  });
});

it("keeps the order of the modules and gives a map only for those that came with one", async () => {
  const sourceMap = JSON.stringify({ version: 3, sources: ["../convex/m.ts"], names: [], mappings: "AAAA" });
  const compiled = await compileModules([
    module(`export const a = 1;`),
    { ...module(`export const b = 1;`), path: "b.js", sourceMap },
  ]);
  expect(compiled.map(({ path, map }) => [path, map === null])).toEqual([
    ["folder/m.js", true],
    ["b.js", false],
  ]);
});
