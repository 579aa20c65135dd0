// Opens an uploaded file by its format.
import fs from "node:fs";
import type { ImportFormat } from "../contract";
import { csvRows } from "./csv";
import { ImportError } from "./importError";
import { parseRow, type ImportedTables, type Row } from "./importedTables";
import { linesOf } from "./lines";
import { openZip } from "./zip";

/** Returns the same imported tables, but reading them ends with an error when the server is stopping. */
export function stoppable(imported: ImportedTables, isStopping: () => boolean): ImportedTables {
  const rowsUntilStopped = (rows: () => AsyncIterable<Row>) =>
    async function* () {
      for await (const row of rows()) {
        if (isStopping()) throw new ImportError("The server is shutting down; nothing was imported.");
        yield row;
      }
    };
  const tables = imported.tables.map(({ component, name, rows }) => ({
    component,
    name,
    rows: rowsUntilStopped(rows),
  }));
  return { tables, files: imported.files, close: imported.close };
}

const maxArrayBytes = 16 * 1024 * 1024;

export async function openImported(file: string, format: ImportFormat, component: string): Promise<ImportedTables> {
  if (format.kind === "zip") return await openZip(file, component);
  const { kind, tableName: name } = format;
  const read = () => fs.createReadStream(file);
  const rows = {
    csv: () => csvRows(read()),
    jsonLines: () => jsonRows(read(), name),
    jsonArray: () => arrayRows(file),
  };
  return { tables: [{ component, name, rows: rows[kind] }], files: [], close: () => undefined };
}

async function* jsonRows(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Row> {
  for await (const { number, text } of linesOf(chunks, name)) {
    yield { number, value: parseRow(text, `Row ${number} of ${name}`) };
  }
}

async function* arrayRows(file: string): AsyncGenerator<Row> {
  const { size } = await fs.promises.stat(file);
  if (size > maxArrayBytes) {
    throw new ImportError(
      `The file is too large for JSON (${size} bytes, at most ${maxArrayBytes}). Make it JSON lines: jq -c '.[]'`,
    );
  }
  const rows = parseRow(await fs.promises.readFile(file, "utf8"), "The file");
  if (!Array.isArray(rows)) throw new ImportError("The file is not a JSON array.");
  for (const [at, value] of rows.entries()) yield { number: at + 1, value };
}
