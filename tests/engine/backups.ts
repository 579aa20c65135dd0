// Exports and imports with the requests that the CLI sends, without the CLI.
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { fromExportJson } from "../../engine/value/exportJson";
import type { RunningEngine } from "../support/engine";
import { callFunction } from "../support/engineDeployment";

type Engine = Pick<RunningEngine, "socketUrl" | "adminKey">;
type State = Record<string, unknown> & { state: string };

export async function adminRequest(engine: Engine, path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(engine.socketUrl + path, { ...init, headers: { Authorization: `Convex ${engine.adminKey}` } });
}

async function admin<Answer>(engine: Engine, path: string, init: RequestInit): Promise<Answer> {
  const response = await adminRequest(engine, path, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export async function latestExport(engine: Engine): Promise<State> {
  return (await callFunction(engine, "_system/cli/exports:getLatest", {})) as State;
}

export async function exportZip(engine: Engine, includeStorage = false): Promise<Buffer> {
  await admin(engine, `/api/export/request/zip?includeStorage=${includeStorage}`, { method: "POST" });
  const done = await oncePast(["in_progress"], () => latestExport(engine));
  const response = await adminRequest(engine, `/api/export/zip/${String(done["start_ts"])}`);
  return Buffer.from(await response.arrayBuffer());
}

interface ImportOptions {
  mode?: "requireEmpty" | "append" | "replace" | "replaceAll";
  format?: "zip" | "csv" | "jsonLines" | "jsonArray";
  tableName?: string;
  componentPath?: string;
}

/** Imports a file and returns how the import ended. If it asks whether rows may be deleted, the test confirms. */
export async function importFile(engine: Engine, file: Buffer | string, options: ImportOptions = {}): Promise<State> {
  const importId = await uploadImport(engine, [file], options);
  const waiting = await importState(engine, importId, ["uploaded"]);
  if (waiting.state === "failed") return waiting;
  await admin(engine, "/api/perform_import", { method: "POST", body: JSON.stringify({ importId }) });
  return await importState(engine, importId, ["in_progress"]);
}

export async function uploadImport(
  engine: Engine,
  parts: (Buffer | string)[],
  { mode = "requireEmpty", format = "zip", ...rest }: ImportOptions,
): Promise<string> {
  const { uploadToken } = await admin<{ uploadToken: string }>(engine, "/api/import/start_upload", { method: "POST" });
  const partTokens: string[] = [];
  for (const [at, part] of parts.entries()) {
    const path = `/api/import/upload_part?uploadToken=${uploadToken}&partNumber=${at + 1}`;
    partTokens.push(await admin<string>(engine, path, { method: "POST", body: part as BodyInit }));
  }
  const body = JSON.stringify({ uploadToken, partTokens, import: { mode, format, ...rest } });
  return (await admin<{ importId: string }>(engine, "/api/import/finish_upload", { method: "POST", body })).importId;
}

/** Waits until the import's state is not in `passing`, and returns its state. */
export async function importState(engine: Engine, importId: string, passing: string[]): Promise<State> {
  return await oncePast(passing, async () => {
    const { state } = (await callFunction(engine, "_system/cli/queryImport", { importId })) as { state: State };
    return state;
  });
}

/**
 * Asks until the state is not in `passing`. Throws when nothing answers, so that the request ends when a test has
 * killed the engine.
 */
async function oncePast(passing: string[], ask: () => Promise<State>): Promise<State> {
  for (;;) {
    const state = await ask();
    if (!passing.includes(state.state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The entries of a ZIP file as texts, by name. */
export async function unzipped(zip: Buffer): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const file = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of file.eachEntry()) {
    entries.set(entry.fileName, await text(await file.openReadStreamPromise(entry)));
  }
  return entries;
}

export async function zipped(entries: Iterable<readonly [name: string, content: string | Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(Readable.from(zip.outputStream));
}

/** Returns the rows of a table in a ZIP file, by id. */
export function rowsIn(entries: Map<string, string>, table: string): Map<string, Record<string, unknown>> {
  const lines = (entries.get(`${table}/documents.jsonl`) ?? "").split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      return [String(row["_id"]), row];
    }),
  );
}

/**
 * Returns the rows of a table as sorted texts. Two documents have the same text exactly when they are equal, whatever
 * the order of their fields.
 */
export function canonicalRows(entries: Map<string, string>, table: string): string[] {
  const lines = (entries.get(`${table}/documents.jsonl`) ?? "").split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const row = JSON.parse(fromExportJson(line)) as Record<string, unknown>;
    return JSON.stringify(
      Object.keys(row)
        .sort()
        .map((name) => [name, row[name]]),
    );
  });
}
