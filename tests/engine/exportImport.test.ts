// Backup and restore with the official CLI, unmodified. An export during writes is one consistent snapshot, and an
// import restores exactly what was exported.
import fc from "fast-check";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Value, convexToJson } from "convex/values";
import { convexValues } from "../../engine/value/arbitrary";
import { checkConvexJson } from "../../engine/value/check";
import { rootDirectory } from "../../scripts/settings";
import { type RunningEngine, startEngine } from "../support/engine";
import { callFunction } from "../support/engineDeployment";
import { canonicalRows, exportZip, rowsIn, unzipped } from "./backups";
import { makeCliProject } from "./cliProject";
import { testApp } from "./testApp";

const hour = 60 * 60 * 1000;
const accounts = ["red", "green", "blue"];

let source: RunningEngine;
let target: RunningEngine;
/** The content of the CLI's export, and the target's content after the import. */
let exported: Map<string, string>;
let restored: Map<string, string>;
let fileId: string;
let fileUrl: string;

beforeAll(async () => {
  [source, target] = await Promise.all([
    startEngine({ appDir: testApp }),
    // The target's clock is two hours ahead, so that everything scheduled in the backup is due. It had another app
    // before, so that all table numbers differ.
    startEngine({ appDir: rootDirectory, startsAtMs: Date.now() + 2 * hour }),
  ]);
  await target.push(testApp);
  await callFunction(target, "documents:insert", { table: "older", value: {} });
  await fill();
  const project = makeCliProject(source, {});
  const file = path.join(project.directory, "backup.zip");
  const stop = startWriters();
  const taken = await project.convex("export", "--path", file, "--include-file-storage");
  await stop();
  if (taken.code !== 0) throw new Error(taken.output);
  exported = await unzipped(readFileSync(file));
  const targetProject = makeCliProject(target, {});
  const brought = await targetProject.convex("import", "--replace-all", "--yes", file);
  if (brought.code !== 0) throw new Error(brought.output);
  restored = await unzipped(await exportZip(target, true));
  project.remove();
  targetProject.remove();
});

afterAll(() => Promise.all([source.kill(), target.kill()]));

async function fill(): Promise<void> {
  // The app's schema does not declare this table, so it was made after all others, and its ids have the last table
  // number.
  await callFunction(source, "documents:insert", { table: "unnamed", value: { anything: 1n } });
  await callFunction(source, "documents:insertMany", { table: "things", values: valuesOfEveryType() });
  const many = Array.from({ length: 3_000 }, (_, at) => ({ label: `filler ${at}`, text: "words ".repeat(20) }));
  await callFunction(source, "documents:insertMany", { table: "unnamed", values: many });
  await callFunction(source, "documents:insertMany", { table: "notes", values: many.slice(0, 20) });
  fileId = (await callFunction(source, "files:store", { text: "a stored file", type: "text/plain" })) as string;
  fileUrl = (await callFunction(source, "files:url", { id: fileId })) as string;
  const job = { path: "scheduling:record", args: { label: "waiting" }, after: hour };
  await callFunction(source, "scheduling:schedule", job);
}

function valuesOfEveryType(): { label: string; value: Value }[] {
  const values = fc.sample(convexValues, { numRuns: 400, seed: 1 }).filter((value) => {
    try {
      return checkConvexJson(convexToJson(value), { maxNesting: 8, mayHoldCommitTs: false }) !== undefined;
    } catch {
      return false;
    }
  });
  return values.map((value) => ({ label: "value", value }));
}

/** Each mutation writes into two tables, or moves an amount between two documents. */
function startWriters(): () => Promise<void> {
  const stopping = new AbortController();
  const writer = async (name: string) => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const label = `${name} ${turn}`;
      const steps = [
        { kind: "insert", label, table: "things" },
        { kind: "insert", label, table: "jobs" },
      ];
      await callFunction(source, "transactions:run", { steps });
      await callFunction(source, "crash:transfer", { from: accounts[turn % 3], to: accounts[(turn + 1) % 3] });
      await callFunction(source, "crash:writePair", { pair: label, scheduled: false });
    }
  };
  const writers = ["a", "b", "c"].map(writer);
  return async () => {
    stopping.abort();
    await Promise.all(writers);
  };
}

const written = /^[abc] \d+$/;
const labelsOf = (rows: Map<string, Record<string, unknown>>) =>
  [...rows.values()].map((row) => String(row["label"])).filter((label) => written.test(label));

describe("an export under write load", () => {
  it("has all writes of a mutation, or none", () => {
    const things = labelsOf(rowsIn(exported, "things"));
    expect(things.length).toBeGreaterThan(0);
    expect(things.sort()).toStrictEqual(labelsOf(rowsIn(exported, "jobs")).sort());
    const halves = rowsIn(exported, "halves");
    for (const [id, half] of halves) expect(halves.get(String(half["partner"]))?.["partner"]).toBe(id);
  });

  it("has the sum that no mutation changes", () => {
    const counts = [...rowsIn(exported, "counters").values()].map((counter) => Number(counter["count"]));
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(0);
  });

  it("leaves nothing unfinished in the data directory", () => {
    const names = readdirSync(path.join(source.dataDir, "exports"));
    expect(names).toStrictEqual([expect.stringMatching(/^\d+\.zip$/)]);
  });
});

describe("an import of it into another deployment", () => {
  it.each(["things", "halves", "counters", "notes", "unnamed", "_storage"])(
    "has the documents of %s with their ids and creation times, in every type of value",
    (table) => {
      const before = canonicalRows(exported, table);
      expect(before.length).toBeGreaterThan(0);
      expect(canonicalRows(restored, table)).toStrictEqual(before);
    },
  );

  it("drops tables that are neither in the export nor in the schema", () => {
    expect(restored.has("older/documents.jsonl")).toBe(false);
  });

  it("gives new documents ids of the same tables that no document has", async () => {
    const id = (await callFunction(target, "documents:insert", { table: "unnamed", value: {} })) as string;
    expect(rowsIn(exported, "unnamed").has(id)).toBe(false);
    expect(await callFunction(target, "documents:normalize", { table: "unnamed", id })).toBe(id);
    const [old = ""] = rowsIn(exported, "unnamed").keys();
    expect(await callFunction(target, "documents:normalize", { table: "unnamed", id: old })).toBe(old);
  });

  it("lets functions continue to work: indexes, references and counters", async () => {
    const [half] = rowsIn(exported, "halves").values();
    expect(await callFunction(target, "documents:get", { id: half?.["partner"] })).toMatchObject({
      pair: half?.["pair"],
    });
    const before = Number([...rowsIn(exported, "counters").values()].find((row) => row["name"] === "red")?.["count"]);
    expect(await callFunction(target, "crash:increment", { name: "red" })).toBe(before + 1);
    expect(await callFunction(target, "crash:sum", { names: accounts })).toBe(1);
  });

  it("serves the files at their former names", async () => {
    const url = (await callFunction(target, "files:url", { id: fileId })) as string;
    expect(path.basename(url)).toBe(path.basename(fileUrl));
    const response = await fetch(url);
    expect([await response.text(), response.headers.get("content-type")]).toStrictEqual([
      "a stored file",
      "text/plain",
    ]);
  });

  it("runs the scheduled functions that were waiting", async () => {
    const labels = async () => {
      const rows = (await callFunction(target, "transactions:labels", { table: "jobs" })) as string[];
      return rows.filter((label) => label === "waiting");
    };
    await expect.poll(labels).toStrictEqual(["waiting"]);
  });
});

describe("an import of one table", () => {
  it("by the CLI accepts JSON lines and CSV", async () => {
    const project = makeCliProject(target, {});
    const file = (name: string, content: string) => {
      writeFileSync(path.join(project.directory, name), content);
      return name;
    };
    const jsonl = file("new.jsonl", '{"label":"one","value":1}\n{"label":"two","value":[true,null]}\n');
    const csv = file("new.csv", 'label,value\nthree,3\n"four, with ""quotes""",text\n');
    // If one import found the other one in progress, the CLI would ask a question.
    const [lines, cells] = await Promise.all([
      project.convex("import", "--yes", "--table", "fromLines", jsonl),
      project.convex("import", "--yes", "--table", "fromCells", csv),
    ]);
    project.remove();
    expect(lines.output).toContain("Added 2 documents");
    expect(cells.output).toContain("Added 2 documents");
    expect(await callFunction(target, "transactions:labels", { table: "fromLines" })).toStrictEqual(["one", "two"]);
    expect(await callFunction(target, "transactions:labels", { table: "fromCells" })).toStrictEqual([
      "three",
      'four, with "quotes"',
    ]);
  });
});
