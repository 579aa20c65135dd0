// Reads the ZIP file of an export of this engine or of Convex, or one made by hand. It has `<table>/documents.jsonl`
// for each table, in any common folder. Components are below `_components/<name>/`, and files are in `_storage/`.
import type { Readable } from "node:stream";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { fromExportJson } from "../../value/exportJson";
import { filesTable, jobsTable } from "./tableFacts";
import { ImportError } from "./importError";
import { parseRow, type ImportedFile, type ImportedTable, type ImportedTables, type Row } from "./importedTables";
import { linesOf } from "./lines";

const maxEntries = 1_000_000;
/** Deflated documents never expand this much. A file that does was made to fill the disk. */
const maxExpansion = 200;
const alwaysAllowedBytes = 2 ** 30;

export async function openZip(file: string, component: string): Promise<ImportedTables> {
  const zip = await withZipErrors(() => openPromise(file, { lazyEntries: true, autoClose: false }));
  try {
    return await contentsOf(zip, component);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function contentsOf(zip: ZipFile, base: string): Promise<ImportedTables> {
  const entries = await listEntries(zip);
  const uniform = new Set<string>();
  const tables: ImportedTable[] = [];
  const files: ImportedFile[] = [];
  for (const { entry, address } of entries) {
    if (address.kind === "schema") await checkUniform(zip, entry);
    if (address.kind === "schema") uniform.add(keyOf(address));
  }
  for (const { entry, address } of entries) {
    const component = [base, ...address.components].filter((name) => name !== "").join("/");
    const open = () => withZipErrors(() => zip.openReadStreamPromise(entry));
    if (address.kind === "file") files.push({ component, storageId: address.storageId, open });
    if (address.kind !== "documents") continue;
    const isUniform = uniform.has(keyOf(address)) || address.table === jobsTable;
    const rows = () => rowsOf(open, entry.fileName, isUniform);
    tables.push({ component, name: address.table, rows });
  }
  checkDoubles(tables);
  return { tables, files, close: () => zip.close() };
}

type EntryAddress = { components: string[] } & (
  | { kind: "documents" | "schema"; table: string }
  | { kind: "file"; storageId: string }
);

async function listEntries(zip: ZipFile): Promise<{ entry: Entry; address: EntryAddress }[]> {
  if (zip.entryCount > maxEntries) throw new ImportError(`The ZIP file has more than ${maxEntries} entries.`);
  const found: { entry: Entry; address: EntryAddress }[] = [];
  let bytes = 0;
  await withZipErrors(async () => {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      const address = addressOfEntry(entry.fileName);
      if (address !== null) found.push({ entry, address });
    }
  });
  if (bytes > alwaysAllowedBytes && bytes > maxExpansion * zip.fileSize) {
    throw new ImportError(`The ZIP file of ${zip.fileSize} bytes claims to hold ${bytes} bytes, which no export does.`);
  }
  return found;
}

/** Returns what an entry of the ZIP file holds. null: no import reads the entry. */
function addressOfEntry(name: string): EntryAddress | null {
  const segments = name.split("/");
  const file = segments.pop() ?? "";
  const folder = segments.pop();
  if (folder === undefined || folder === "") return null;
  const components = componentsIn(segments);
  if (file === "documents.jsonl") return { kind: "documents", table: folder, components };
  if (file === "generated_schema.jsonl") return { kind: "schema", table: folder, components };
  if (folder !== filesTable || file === "") return null;
  return { kind: "file", storageId: file.replace(/\..*$/, ""), components };
}

/** Reads the pairs of `_components` and a name at the end of the path. */
function componentsIn(segments: string[]): string[] {
  const components: string[] = [];
  while (segments.at(-2) === "_components") {
    components.unshift(segments.pop() ?? "");
    segments.pop();
  }
  return components;
}

function keyOf(address: { components: string[]; table: string }): string {
  return [...address.components, address.table].join("/");
}

function checkDoubles(tables: ImportedTable[]): void {
  const known = new Set<string>();
  for (const { component, name } of tables) {
    const key = `${component}|${name}`;
    if (known.has(key)) throw new ImportError(`The ZIP file has two folders of the table "${name}".`);
    known.add(key);
  }
}

/** The first line says how values are written. Only the form that Convex writes today is supported. */
async function checkUniform(zip: ZipFile, entry: Entry): Promise<void> {
  const stream = await withZipErrors(() => zip.openReadStreamPromise(entry));
  for await (const { text } of linesOf(readableChunks(stream), entry.fileName)) {
    if (text.trim() === '"uniform"') return;
    break;
  }
  throw new ImportError(
    `${entry.fileName} describes values in a way of older Convex exports, which cannot be read. Export again.`,
  );
}

async function* rowsOf(open: () => Promise<Readable>, name: string, isUniform: boolean): AsyncGenerator<Row> {
  for await (const { number, text } of linesOf(readableChunks(await open()), name)) {
    const what = `Row ${number} of ${name}`;
    yield { number, value: parseRow(isUniform ? convexJson(text, what) : text, what) };
  }
}

function convexJson(text: string, what: string): string {
  try {
    return fromExportJson(text);
  } catch (error) {
    throw new ImportError(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A damaged file causes errors while it is read. They are reported as errors of the import. */
export async function* readableChunks(stream: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withZipErrors(() => chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

async function withZipErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`The ZIP file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
