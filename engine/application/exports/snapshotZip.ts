// The ZIP file of an export, in Convex's layout. Every component has `_tables/documents.jsonl` with the names and
// numbers of its tables, and a folder for each table. The app's folders are at the top. A component's folders are below
// `_components/<name>/`. The file is written while the data is read, so a whole table is never in memory.
import fs from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile, type ReadStreamOptions } from "yazl";
import { idKeyOf, parseDocument, type Document } from "../../database/documents";
import type { Table } from "../../database/registry";
import type { Snapshot } from "../../database/readSnapshots";
import { toExportJson } from "../../value/exportJson";
import { documentTexts } from "./documentTexts";

interface ExportedFile {
  document: Document;
  uuid: string;
}

export interface ZipContents {
  snapshot: Snapshot;
  /** The paths of the exported components. The app's path is empty. */
  components: readonly string[];
  /** Opens a stored file. null: the export leaves the files out. */
  openFile: ((uuid: string) => Readable) | null;
}

const readme = `# An export of a deployment

Each table is a folder: \`documents.jsonl\` has one document per line, with its \`_id\` and \`_creationTime\`. Integers of
64 bits are numbers without a point, floats always have one; bytes are \`{"$bytes": base64}\`. \`_tables\` says which number
every table has in its ids. \`_storage\`, if it is there, holds the files by their ids.

\`npx convex import <this file>\` brings it into a deployment.
`;

/**
 * Entries beyond four gigabytes need another ZIP format, which not all programs can read. It is used only for large
 * databases.
 */
const largeDatabaseBytes = 2 ** 30;

/** Aborting the signal ends the export with an error. The unfinished ZIP file cannot be used. */
export async function writeSnapshotZip(file: string, contents: ZipContents, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const failed = new AbortController();
  zip.on("error", (error) => failed.abort(error));
  const output = fs.createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(zip.outputStream, output, { signal: AbortSignal.any([signal, failed.signal]) });
  addEntries(zip, contents);
  zip.end();
  try {
    await written;
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  }
}

function addEntries(zip: ZipFile, { snapshot, components, openFile }: ZipContents): void {
  const forceZip64Format = snapshot.bytes() > largeDatabaseBytes;
  const addText = (name: string, lines: () => AsyncIterable<string> | Iterable<string>) =>
    addStream(zip, name, { forceZip64Format }, () => Readable.from(lines(), { objectMode: false }));
  addText("README.md", () => [readme]);
  for (const component of components) {
    const folder = folderOf(component);
    const tables = snapshot.registry.tables
      .filter((table) => table.component === component && !table.name.startsWith("_"))
      .sort((a, b) => a.number - b.number);
    addText(`${folder}_tables/documents.jsonl`, () => tables.map(tableLine));
    for (const table of tables) {
      addText(`${folder}${table.name}/documents.jsonl`, () => exportedLines(snapshot, table));
      addText(`${folder}${table.name}/generated_schema.jsonl`, () => ['"uniform"\n']);
    }
    addText(`${folder}_scheduled_functions/documents.jsonl`, () => pendingJobs(snapshot, component));
    if (openFile === null) continue;
    const files = exportedFiles(snapshot, component);
    addText(`${folder}_storage/documents.jsonl`, () => files.map(fileLine));
    for (const { document, uuid } of files) {
      const name = `${folder}_storage/${document._id}`;
      const options = { compress: false, size: Number(document["size"]) };
      addStream(zip, name, options, () => openFile(uuid));
    }
  }
}

function addStream(zip: ZipFile, name: string, options: Partial<ReadStreamOptions>, open: () => Readable): void {
  zip.addReadStreamLazy(name, { mode: 0o100644, ...options }, (callback) => callback(null, open()));
}

/** Returns the folder of a component: `limiter/worker` becomes `_components/limiter/_components/worker/`. */
function folderOf(component: string): string {
  if (component === "") return "";
  return component
    .split("/")
    .map((name) => `_components/${name}/`)
    .join("");
}

function tableLine({ name, number }: Table): string {
  return `${JSON.stringify({ name, id: number })}\n`;
}

async function* exportedLines(snapshot: Snapshot, table: Table): AsyncGenerator<string> {
  for await (const texts of documentTexts(snapshot, table)) {
    yield texts.map((text) => `${toExportJson(text)}\n`).join("");
  }
}

/**
 * Yields the jobs that wait to run. Jobs that run or have ended would not run again after an import. `target` is the
 * component whose function the job runs. Convex ignores this folder.
 */
function* pendingJobs(snapshot: Snapshot, component: string): Generator<string> {
  const table = snapshot.registry.table(component, "_scheduled_functions");
  if (table === undefined) return;
  const pending = snapshot.readRows<[string, string]>(
    "SELECT id, target FROM jobs WHERE component = ? AND is_running = 0 ORDER BY id",
    component,
  );
  for (const [id, target] of pending) {
    const stored = snapshot.rows.get(table, idKeyOf(id));
    if (stored === undefined) continue;
    yield `${toExportJson(JSON.stringify({ ...parseDocument(stored.text), target }))}\n`;
  }
}

/**
 * Describes a stored file as plain JSON, the form that Convex reads. `internalId` is the name in the file's URL, which
 * an import keeps.
 */
function fileLine({ document, uuid }: ExportedFile): string {
  return `${JSON.stringify({ ...document, internalId: uuid })}\n`;
}

function exportedFiles(snapshot: Snapshot, component: string): ExportedFile[] {
  const table = snapshot.registry.table(component, "_storage");
  if (table === undefined) return [];
  return snapshot
    .readRows<[string, string]>("SELECT storage_id, uuid FROM files WHERE component = ? ORDER BY storage_id", component)
    .flatMap(([id, uuid]) => {
      const stored = snapshot.rows.get(table, idKeyOf(id));
      return stored === undefined ? [] : [{ document: parseDocument(stored.text), uuid }];
    });
}
