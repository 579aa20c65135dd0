// What imports do with existing tables, and what they refuse. An import that is refused has changed nothing.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Connection } from "../../engine/persistence/connection";
import { encodeId } from "../../engine/value/id";
import { type RunningEngine, startEngine } from "../support/engine";
import { callFunction } from "../support/engineDeployment";
import {
  adminRequest,
  exportZip,
  importFile,
  importState,
  latestExport,
  rowsIn,
  unzipped,
  uploadImport,
  zipped,
} from "./backups";
import { testApp } from "./testApp";

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp });
});
afterAll(() => engine.kill());

beforeEach(async () => {
  await callFunction(engine, "documents:clear", { tables: ["jobs", "strict", "things", "counters"] });
  await callFunction(engine, "documents:insert", { table: "jobs", value: { label: "old" } });
});

const soon = { interval: 1 };
const labels = async (table = "jobs") =>
  ((await callFunction(engine, "transactions:labels", { table })) as string[]).join(" ");
const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const idOf = (number: number) => encodeId(number, randomBytes(16));
const numberOf = async (table: string) => {
  const entries = await unzipped(await exportZip(engine));
  const rows = (entries.get("_tables/documents.jsonl") ?? "").trim().split("\n");
  return rows.map((row) => JSON.parse(row) as { name: string; id: number }).find(({ name }) => name === table)!.id;
};

describe("an import into a table with documents", () => {
  const rows = lines({ label: "new" });
  const options = { format: "jsonLines", tableName: "jobs" } as const;

  it("is refused without a mode", async () => {
    const state = await importFile(engine, rows, options);
    expect(state).toMatchObject({
      state: "failed",
      error_message: expect.stringContaining('Table "jobs" already has'),
    });
    expect(await labels()).toBe("old");
  });

  it("adds to them by append", async () => {
    expect(await importFile(engine, rows, { ...options, mode: "append" })).toMatchObject({ state: "completed" });
    expect(await labels()).toBe("old new");
  });

  it("replaces them by replace, and leaves other tables unchanged", async () => {
    await callFunction(engine, "documents:insert", { table: "counters", value: { name: "stays", count: 1 } });
    expect(await importFile(engine, rows, { ...options, mode: "replace" })).toMatchObject({ state: "completed" });
    expect(await labels()).toBe("new");
    expect(await callFunction(engine, "crash:increment", { name: "stays" })).toBe(2);
  });

  it("replaces all tables by replaceAll: those of the schema are emptied, others dropped", async () => {
    await callFunction(engine, "documents:insert", { table: "counters", value: { name: "goes", count: 1 } });
    await callFunction(engine, "documents:insert", { table: "unnamed", value: {} });
    expect(await importFile(engine, rows, { ...options, mode: "replaceAll" })).toMatchObject({ state: "completed" });
    expect(await labels()).toBe("new");
    expect(await callFunction(engine, "crash:increment", { name: "goes" })).toBe(1);
    const tables = (await callFunction(engine, "_system/cli/tables", {})) as { page: { name: string }[] };
    expect(tables.page.map(({ name }) => name)).not.toContain("unnamed");
  });

  it("says what it is going to change", async () => {
    const zip = await zipped([["jobs/documents.jsonl", rows]]);
    const importId = await uploadImport(engine, [zip.subarray(0, 50), zip.subarray(50)], { mode: "replace" });
    expect(await importState(engine, importId, ["uploaded"])).toMatchObject({
      state: "waiting_for_confirmation",
      require_manual_confirmation: true,
      message_to_confirm: expect.stringMatching(/^jobs +\| 1 +\| 1 of 1$/m),
    });
    expect(await labels()).toBe("old");
  });

  it("is visible at once to callers who have read the table before", async () => {
    expect(await callFunction(engine, "crash:sum", { names: ["a"] })).toBe(0);
    const counters = { format: "jsonLines", tableName: "counters", mode: "replace" } as const;
    await importFile(engine, lines({ name: "a", count: 41 }), counters);
    expect(await callFunction(engine, "crash:sum", { names: ["a"] })).toBe(41);
    await importFile(engine, lines({ name: "a", count: 42 }), counters);
    expect(await callFunction(engine, "crash:sum", { names: ["a"] })).toBe(42);
    await callFunction(engine, "crash:increment", { name: "a" });
    expect(await callFunction(engine, "crash:sum", { names: ["a"] })).toBe(43);
  });
});

describe("ids and table numbers", () => {
  it("of an import are kept, and an empty table with the same number gets another one", async () => {
    const number = await numberOf("counters");
    const id = idOf(number);
    const zip = await zipped([["arrived/documents.jsonl", lines({ _id: id, _creationTime: 1234.5, label: "kept" })]]);
    expect(await importFile(engine, zip)).toMatchObject({ state: "completed" });
    expect(await callFunction(engine, "documents:get", { id })).toStrictEqual({
      _id: id,
      _creationTime: 1234.5,
      label: "kept",
    });
    expect(await numberOf("counters")).not.toBe(number);
    expect(await callFunction(engine, "crash:increment", { name: "works" })).toBe(1);
  });

  it("of a table that has documents and is not in the import are not used", async () => {
    const id = idOf(await numberOf("jobs"));
    const zip = await zipped([["other/documents.jsonl", lines({ _id: id })]]);
    expect(await importFile(engine, zip)).toMatchObject({
      state: "failed",
      error_message: expect.stringContaining('is that of table "jobs" here'),
    });
  });

  it("cannot be those of two tables, nor differ within one", async () => {
    const id = idOf(20_001);
    const two = await zipped([
      ["a1/documents.jsonl", lines({ _id: id })],
      ["a2/documents.jsonl", lines({ _id: idOf(20_001) })],
    ]);
    expect((await importFile(engine, two))["error_message"]).toContain("cannot both have the number 20001");
    const mixed = await zipped([["a1/documents.jsonl", lines({ _id: id }, { _id: idOf(20_002) })]]);
    expect((await importFile(engine, mixed))["error_message"]).toMatch(/Row 2 of table "a1".*number 20002/);
    const double = await zipped([["a1/documents.jsonl", lines({ _id: id }, { _id: id })]]);
    expect((await importFile(engine, double))["error_message"]).toMatch(/Row 2 of table "a1" has the _id/);
  });

  it("of another number cannot replace documents that others refer to", async () => {
    const thing = await callFunction(engine, "documents:insert", { table: "things", value: { label: "referred to" } });
    await callFunction(engine, "documents:insert", { table: "strict", value: { text: "refers", thing } });
    const zip = await zipped([["things/documents.jsonl", lines({ _id: idOf(20_003) })]]);
    const state = await importFile(engine, zip, { mode: "replace" });
    expect(state["error_message"]).toContain('table "strict", which is not in the import, refers to them');
    expect(await callFunction(engine, "documents:get", { id: thing })).toMatchObject({ label: "referred to" });
  });

  it("that exist already are not appended again", async () => {
    const [id] = rowsIn(await unzipped(await exportZip(engine)), "jobs").keys();
    const rows = lines({ _id: id, label: "again" });
    const state = await importFile(engine, rows, { format: "jsonLines", tableName: "jobs", mode: "append" });
    expect(state["error_message"]).toContain("has the _id of a document that exists");
    expect(await labels()).toBe("old");
  });
});

describe("rows that cannot be documents", () => {
  const jsonl = (tableName: string) => ({ format: "jsonLines", tableName }) as const;

  it.each([
    ["no JSON", '{"text":"a"}\n{"text":', jsonl("strict"), /^Row 2 of strict is not valid JSON/],
    ["no object", "[1]", jsonl("strict"), 'Row 1 of table "strict" is not an object.'],
    [
      "against the schema",
      lines({ text: "a" }, { text: 1 }),
      jsonl("strict"),
      /^Row 2 of table "strict" does not match/,
    ],
    ["with reserved fields", lines({ _own: 1 }), jsonl("fresh"), /^Row 1 of table "fresh".*underscore/],
    ["with fields of no name", lines({ "": 1 }), jsonl("fresh"), /^Row 1 of table "fresh".*empty/],
    ["no array", "{}", { format: "jsonArray", tableName: "strict" } as const, "The file is not a JSON array."],
    ["of another length", "text,count\na,1\nb\n", { format: "csv", tableName: "strict" } as const, /^CSV row 2 has 1 /],
    ["no text", Buffer.from([0x7b, 0xff, 0x7d]), jsonl("strict"), "Row 1 of strict is not UTF-8 text."],
  ])("are refused: %s", async (_what, file, options, message) => {
    const state = await importFile(engine, file, options);
    expect(state).toMatchObject({ state: "failed", error_message: expect.stringMatching(message) });
    expect(await labels("fresh")).toBe("");
    expect(Number(await callFunction(engine, "_system/cli/tableSize", { tableName: "strict" }))).toBe(0);
  });

  it("of CSV leave optional fields out by empty cells, and have numbers where they can be read as such", async () => {
    const csv = 'text,count,flag,state\n" a ""b""\nc",-1.5e2,,open\n12x,,,closed\n';
    expect(await importFile(engine, csv, { format: "csv", tableName: "strict" })).toMatchObject({ state: "completed" });
    const { page } = (await callFunction(engine, "_system/cli/tableData", {
      table: "strict",
      order: "asc",
      paginationOpts: { cursor: null, numItems: 10 },
    })) as { page: Record<string, unknown>[] };
    expect(page.map(({ _id, _creationTime, ...fields }) => fields)).toStrictEqual([
      { text: ' a "b"\nc', count: -150, state: "open" },
      { text: "12x", state: "closed" },
    ]);
  });
});

describe("ZIP files that cannot be trusted", () => {
  it("are refused when they are not ZIP files, or are cut off or damaged", async () => {
    const zip = await zipped([["jobs/documents.jsonl", lines(...Array.from({ length: 500 }, () => ({ label: "x" })))]]);
    const damaged = Buffer.from(zip);
    damaged.fill(0xff, 60, 75);
    for (const file of [Buffer.from("no zip at all"), zip.subarray(0, -30), damaged]) {
      const state = await importFile(engine, file, { mode: "replace" });
      expect(state).toMatchObject({
        state: "failed",
        error_message: expect.stringContaining("ZIP file cannot be read"),
      });
    }
    expect(await labels()).toBe("old");
  });

  it("are refused when one of their lines fills the memory", async () => {
    const zip = await zipped([["jobs/documents.jsonl", Buffer.alloc(64 * 1024 * 1024, " ")]]);
    expect((await importFile(engine, zip, { mode: "replace" }))["error_message"]).toContain("longer than any document");
  });

  it("are refused when they claim to hold more than any disk", async () => {
    const zip = await zipped([["jobs/documents.jsonl", lines({ label: "x" })]]);
    zip.writeUInt32LE(0x7fffffff, zip.indexOf("PK\u0001\u0002", 0, "latin1") + 24);
    expect((await importFile(engine, zip, { mode: "replace" }))["error_message"]).toContain("which no export does");
  });

  it("are refused when a file differs from its description", async () => {
    const id = idOf(3);
    const described = lines({ _id: id, sha256: "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=", size: 5 });
    const damaged = await zipped([
      ["_storage/documents.jsonl", described],
      [`_storage/${id}.txt`, "jello"],
    ]);
    expect((await importFile(engine, damaged))["error_message"]).toContain("so it is damaged");
    const missing = await zipped([["_storage/documents.jsonl", described]]);
    expect((await importFile(engine, missing))["error_message"]).toContain("is not in the ZIP file");
    expect(namesIn(engine, "files")).toStrictEqual([]);
  });

  it("may lie in a folder and have files without descriptions", async () => {
    const id = idOf(3);
    const zip = await zipped([
      ["snapshot/arrivals/documents.jsonl", lines({ label: "in a folder" })],
      [`snapshot/_storage/${id}.txt`, "hello"],
    ]);
    expect(await importFile(engine, zip)).toMatchObject({ state: "completed" });
    expect(await labels("arrivals")).toBe("in a folder");
    expect(await callFunction(engine, "files:read", { id })).toStrictEqual({ text: "hello", size: 5 });
  });
});

describe("requests", () => {
  const body = (value: unknown) => ({ method: "POST", body: JSON.stringify(value) });

  it("400 for an unknown upload, part or import", async () => {
    const asked = { mode: "append", format: "zip" };
    const requests: [string, RequestInit][] = [
      ["/api/import/upload_part?uploadToken=none&partNumber=1", { method: "POST", body: "x" }],
      ["/api/import/finish_upload", body({ uploadToken: "none", partTokens: [], import: asked })],
      ["/api/import/finish_upload", body({ uploadToken: "none", partTokens: [], import: { ...asked, mode: "all" } })],
      ["/api/perform_import", body({ importId: "none" })],
    ];
    for (const [target, init] of requests) expect((await adminRequest(engine, target, init)).status).toBe(400);
  });

  it("403 without the admin key, also for the queries", async () => {
    for (const target of ["/api/export/request/zip", "/api/import/start_upload", "/api/perform_import"]) {
      expect((await fetch(engine.socketUrl + target, { method: "POST", body: "{}" })).status).toBe(403);
    }
    expect((await fetch(`${engine.socketUrl}/api/export/zip/1`)).status).toBe(403);
    const asked = await fetch(`${engine.socketUrl}/api/query`, body({ path: "_system/cli/tables", args: {} }));
    expect(await asked.text()).toContain("Could not find public function for '_system/cli/tables'");
  });

  it("410 for an unknown export", async () => {
    expect((await adminRequest(engine, "/api/export/zip/12345")).status).toBe(410);
  });

  it("400 for a second export at the same time, and the last three are kept", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => adminRequest(engine, "/api/export/request/zip", { method: "POST" })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 400]);
    await expect.poll(async () => (await latestExport(engine)).state, soon).toBe("completed");
    for (let turn = 0; turn < 3; turn++) await exportZip(engine);
    expect(namesIn(engine, "exports")).toHaveLength(3);
  });
});

describe("a crash", () => {
  it("in the middle of an export and an import leaves neither, and nothing of them", async () => {
    const first = await startEngine({ appDir: testApp, dataDir: `${engine.dataDir}-crash` });
    await callFunction(first, "documents:insertMany", {
      table: "jobs",
      values: Array.from({ length: 8_000 }, (_, at) => ({ label: "x".repeat(200) + at })),
    });
    const rows = lines(...Array.from({ length: 30_000 }, (_, at) => ({ label: `imported ${at}` })));
    const options = { format: "jsonLines", tableName: "jobs", mode: "replace" } as const;
    const importing = importFile(first, rows, options).catch(() => "cut off");
    const states = async () => JSON.stringify(await callFunction(first, "_system/cli/queryImport:list", {}));
    await expect.poll(states, soon).toContain("in_progress");
    await adminRequest(first, "/api/export/request/zip", { method: "POST" });
    await expect.poll(() => namesIn(first, "exports"), soon).toHaveLength(1);
    await first.kill();
    expect(await importing).toBe("cut off");
    const second = await startEngine({ dataDir: first.dataDir });
    expect(await callFunction(second, "_system/cli/queryImport:list", {})).toMatchObject([
      { state: { state: "failed", error_message: expect.stringContaining("restarted") } },
    ]);
    expect(await latestExport(second)).toMatchObject({ state: "failed" });
    expect([namesIn(second, "exports"), namesIn(second, "imports")]).toStrictEqual([[], []]);
    expect(await callFunction(second, "_system/cli/tableSize", { tableName: "jobs" })).toBe(8_000);
    const entries = await unzipped(await exportZip(second));
    expect(rowsIn(entries, "jobs").size).toBe(8_000);
    const staged = () => tablesIn(second).filter((component) => component.startsWith("_engine/"));
    await expect.poll(staged, soon).toStrictEqual([]);
    await second.kill();
    rmSync(second.dataDir, { recursive: true });
  });
});

function namesIn({ dataDir }: RunningEngine, folder: string): string[] {
  const full = path.join(dataDir, folder);
  return existsSync(full) ? readdirSync(full) : [];
}

/** Returns the namespaces of all tables. */
function tablesIn({ dataDir }: RunningEngine): string[] {
  const connection = new Connection(path.join(dataDir, "data.sqlite"), { readOnly: true });
  try {
    return connection.prepare<[string]>("SELECT DISTINCT component FROM tables").all().flat();
  } finally {
    connection.close();
  }
}
