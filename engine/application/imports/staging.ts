// The tables of an import while it runs. They are filled in a namespace that no function can reach, in transactions of
// a few documents each. So a large import neither fills the memory nor delays the mutations of others.
import type { Database } from "../../database/database";
import { checkDocument } from "../../database/documentType";
import { idKeyOf } from "../../database/documents";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { Registry, type Table } from "../../database/registry";
import { dropTable, makeTableLike, moveTable } from "../../database/tableMoves";
import { sizeOf } from "../../value/size";
import { engineNamespace } from "../system/engineTables";
import { ImportError } from "./importError";
import { asDocument, type ImportedDocument } from "./importedDocument";
import type { ImportPlan, TablePlan } from "./plan";

const documentsOfBatch = 256;
const bytesOfBatch = 4 * 1024 * 1024;

export interface NumberedDocument extends ImportedDocument {
  /** The number of the document's row in the imported file, for messages. */
  row: number;
}

export interface StagedTable {
  plan: TablePlan;
  table: Table;
}

const stagingPrefix = `${engineNamespace}/import/`;
const droppedPrefix = `${engineNamespace}/dropped/`;

export class Staging {
  private constructor(
    private readonly database: Database,
    private readonly id: string,
    private readonly planned: Registry,
    readonly tables: readonly StagedTable[],
  ) {}

  static async make(database: Database, id: string, plan: ImportPlan): Promise<Staging> {
    const tables = await database.writer.mutate((transaction) =>
      plan.tables.map((tablePlan): StagedTable => {
        const { component, name, number, existing } = tablePlan;
        const address = { component: `${stagingPrefix}${id}/${component}`, name, number };
        return { plan: tablePlan, table: makeTableLike(transaction, existing, address) };
      }),
    );
    return new Staging(database, id, registryAfter(database.registry, plan), tables);
  }

  find(component: string, name: string): StagedTable | undefined {
    return this.tables.find(({ plan }) => plan.component === component && plan.name === name);
  }

  /** Documents are checked by the schema as it will be when every table is in its place. */
  async fill(staged: StagedTable, documents: AsyncIterable<NumberedDocument>): Promise<number> {
    let count = 0;
    for await (const batch of batches(documents)) {
      for (const document of batch) this.check(staged, document);
      await this.database.writer.mutate((transaction) => {
        for (const document of batch) insert(transaction, staged.table, staged.plan, document);
      });
      count += batch.length;
    }
    return count;
  }

  /**
   * Puts the staged table in the place of the existing one, which is dropped later. It is part of the import's last
   * transaction.
   */
  moveIntoPlace(transaction: MutationTransaction, { plan, table }: StagedTable): void {
    moveTable(transaction, currentOf(transaction, table), plan.component, plan.number);
  }

  removeTable(transaction: MutationTransaction, table: Table): void {
    moveTable(transaction, table, `${droppedPrefix}${this.id}/${table.component}`, table.number);
  }

  private check({ plan, table }: StagedTable, document: NumberedDocument): void {
    const problem = checkDocument(this.planned, { ...table, component: plan.component }, asDocument(document));
    if (problem === null) return;
    throw new ImportError(`Row ${document.row} of table "${plan.name}" does not match the schema: ${problem}`);
  }
}

/** Deletes tables that an import left aside: its own if it failed, otherwise those that it replaced. */
export async function dropAside(database: Database, isStopping: () => boolean): Promise<void> {
  const isAside = ({ component }: Table) => component.startsWith(stagingPrefix) || component.startsWith(droppedPrefix);
  for (const table of database.registry.tables.filter(isAside)) {
    let isEmpty = false;
    while (!isEmpty && !isStopping()) {
      isEmpty = await database.writer.mutate((transaction) => {
        const isLast = !transaction.eraseBatch(table, documentsOfBatch);
        if (isLast) dropTable(transaction, currentOf(transaction, table));
        return isLast;
      });
    }
  }
}

function currentOf(transaction: MutationTransaction, { id, name }: Table): Table {
  const table = transaction.registry.tables.find((candidate) => candidate.id === id);
  if (table === undefined) throw new Error(`table ${name} is gone`);
  return table;
}

/** Returns names and numbers of tables as they are after the import. */
function registryAfter(registry: Registry, plan: ImportPlan): Registry {
  const replaced = new Set([
    ...plan.tables.flatMap(({ existing }) => (existing === null ? [] : [existing.id])),
    ...plan.moved.map(({ table }) => table.id),
    ...plan.dropped.map(({ table }) => table.id),
  ]);
  const imported = plan.tables.map(({ component, name, number, existing }, at): Table => ({
    id: -1 - at,
    component,
    name,
    number,
    indexes: [],
    searchIndexes: [],
    documentType: existing?.documentType ?? null,
  }));
  const moved = plan.moved.map(({ table, number }) => ({ ...table, number }));
  return new Registry([...registry.tables.filter(({ id }) => !replaced.has(id)), ...moved, ...imported]);
}

function insert(transaction: MutationTransaction, table: Table, plan: TablePlan, document: NumberedDocument): void {
  if (document.id !== null && transaction.rows.get(table, idKeyOf(document.id)) !== undefined) {
    throw new ImportError(`Row ${document.row} of table "${plan.name}" has the _id of an earlier row, ${document.id}.`);
  }
  const { how, existing } = plan;
  const isTaken = how === "append" && existing !== null && document.id !== null;
  if (isTaken && transaction.rows.get(existing, idKeyOf(document.id ?? "")) !== undefined) {
    throw new ImportError(
      `Row ${document.row} of table "${plan.name}" has the _id of a document that exists, ${document.id}.`,
    );
  }
  transaction.insertImported(table, document);
}

async function* batches(documents: AsyncIterable<NumberedDocument>): AsyncGenerator<NumberedDocument[]> {
  let batch: NumberedDocument[] = [];
  let bytes = 0;
  for await (const document of documents) {
    batch.push(document);
    bytes += sizeOf(document.fields);
    if (batch.length < documentsOfBatch && bytes < bytesOfBatch) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
