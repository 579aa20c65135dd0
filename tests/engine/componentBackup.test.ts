// Backup and restore of an app with components: each instance gets its own data back.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { callFunction } from "../support/engineDeployment";
import { exportZip, importFile, unzipped } from "./backups";
import { componentsApp } from "./testApp";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: componentsApp });
});
afterAll(() => engine.kill());

const write = (component: string, fn: string, args: object) =>
  callFunction(engine, "relay:write", { component, fn, args });
const read = (component: string, fn: string) => callFunction(engine, "relay:read", { component, fn, args: {} });

it("a restore gives every instance the documents that it had, and those of the components in it", async () => {
  await write("red", "addAndStamp", { text: "of red" });
  await write("blue", "addAndStamp", { text: "of blue" });
  const zip = await exportZip(engine, true);
  const names = [...(await unzipped(zip)).keys()];
  expect(names).toContain("_components/red/notes/documents.jsonl");
  expect(
    names.filter((name) => /^_components\/red\/_components\/\w+\/_tables\/documents.jsonl$/.test(name)),
  ).toHaveLength(1);
  await write("red", "addAndStamp", { text: "later" });
  expect(await importFile(engine, zip, { mode: "replaceAll" })).toMatchObject({ state: "completed" });
  for (const component of ["red", "blue"]) {
    expect(await read(component, "list")).toStrictEqual([`of ${component}`]);
    expect(JSON.stringify(await read(component, "stamped"))).toContain(`of ${component}`);
    expect(JSON.stringify(await read(component, "stamped"))).not.toContain("later");
  }
});

it("a table may be imported into one component alone", async () => {
  const options = { format: "jsonLines", tableName: "notes", mode: "replace", componentPath: "blue" } as const;
  expect(await importFile(engine, '{"text":"imported"}', options)).toMatchObject({ state: "completed" });
  expect([await read("blue", "list"), await read("red", "list")]).toStrictEqual([["imported"], ["of red"]]);
  await expect(importFile(engine, "", { ...options, componentPath: "none" })).rejects.toThrow("ComponentNotFound");
});
