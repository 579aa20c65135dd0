// Reads an import for the first time, to find its tables, their numbers of documents, and the table numbers in their
// ids.
import { decodeId } from "../../value/id";
import { isJsonObject, type Json } from "../../value/json";
import { ImportError } from "./importError";
import type { ImportedTable, ImportedTables, Row } from "./importedTables";
import type { TableFacts } from "./plan";

export const filesTable = "_storage";
export const jobsTable = "_scheduled_functions";
const numbersTable = "_tables";

/** Returns the facts about the tables that become tables: the app's own, and the table of files. */
export async function factsOf(imported: ImportedTables): Promise<TableFacts[]> {
  const numbers = new Map<string, number>();
  for (const table of imported.tables) {
    if (table.name !== numbersTable) continue;
    for await (const row of table.rows()) {
      const { name, number } = numberOf(row);
      numbers.set(`${table.component}|${name}`, number);
    }
  }
  const facts: TableFacts[] = [];
  for (const table of imported.tables) {
    const said = numbers.get(`${table.component}|${table.name}`) ?? null;
    if (isImported(table.name)) facts.push(await factsOfTable(table, said));
  }
  return withLooseFiles(facts, imported);
}

function isImported(tableName: string): boolean {
  return tableName === filesTable || !tableName.startsWith("_");
}

async function factsOfTable(table: ImportedTable, said: number | null): Promise<TableFacts> {
  let rows = 0;
  let number = said;
  for await (const { value } of table.rows()) {
    rows++;
    number ??= numberInId(value);
  }
  return { component: table.component, name: table.name, rows, number };
}

function numberInId(row: Json): number | null {
  const id = isJsonObject(row) ? row["_id"] : null;
  return typeof id === "string" ? (decodeId(id)?.tableNumber ?? null) : null;
}

function numberOf({ number: row, value }: Row): { name: string; number: number } {
  const { name, id } = isJsonObject(value) ? value : {};
  if (typeof name === "string" && typeof id === "number" && Number.isInteger(id) && id > 0) return { name, number: id };
  throw new ImportError(`Row ${row} of table "_tables" does not name a table and its number.`);
}

/** An import may contain files without a table that describes them. */
function withLooseFiles(facts: TableFacts[], { files }: ImportedTables): TableFacts[] {
  for (const { component, storageId } of files) {
    const listed = facts.some((table) => table.component === component && table.name === filesTable);
    if (listed) continue;
    const rows = files.filter((file) => file.component === component).length;
    facts.push({ component, name: filesTable, rows, number: decodeId(storageId)?.tableNumber ?? null });
  }
  return facts;
}
