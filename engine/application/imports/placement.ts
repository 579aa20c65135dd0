// The last step of an import: the staged tables take their places.
import { parseDocument } from "../../database/documents";
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { Table } from "../../database/registry";
import { moveTable } from "../../database/tableMoves";
import type { Database } from "../../database/database";
import type { ImportMode } from "../contract";
import type { FileStore } from "../files/fileStore";
import { filesTable } from "./tableFacts";
import { ImportError } from "./importError";
import type { WrittenFile } from "./importedFiles";
import type { ImportPlan } from "./plan";
import type { StagedTable, Staging } from "./staging";

export interface Placement {
  plan: ImportPlan;
  staging: Staging;
  database: Database;
  files: FileStore;
  /** Links a document of the table of files to its bytes. */
  nameFile: (transaction: MutationTransaction, component: string, storageId: string) => void;
}

const appendedAtOnce = 256;

/** Appends documents to existing tables in steps, each in a transaction of its own. */
export async function appendAll({ staging, database, nameFile }: Placement): Promise<void> {
  for (const staged of staging.tables) {
    if (staged.plan.how !== "append") continue;
    let hasMore = true;
    while (hasMore) {
      hasMore = await database.writer.mutate((transaction) => appendSome(transaction, staged, nameFile));
    }
  }
}

function appendSome(
  transaction: MutationTransaction,
  { plan, table }: StagedTable,
  nameFile: Placement["nameFile"],
): boolean {
  const existing = unchanged(transaction, plan);
  if (existing === null) throw changedMeanwhile();
  const range = { from: Buffer.alloc(0), to: null };
  for (const { text } of transaction.rows.scan({ kind: "byId", table }, range, "asc", appendedAtOnce)) {
    const { _id: id, _creationTime: creationTime, ...fields } = parseDocument(text);
    transaction.insertImported(existing, { fields, id, creationTime });
    if (plan.name === filesTable) nameFile(transaction, plan.component, id);
  }
  return transaction.eraseBatch(table, appendedAtOnce);
}

/** Tables may have been filled, and schemas pushed, since the plan was made. */
export function checkUnchanged(transaction: MutationTransaction, plan: ImportPlan, mode: ImportMode): void {
  const { rows } = transaction;
  for (const table of plan.tables) {
    const existing = unchanged(transaction, table);
    const hasBeenFilled = existing !== null && table.existingRows === 0 && rows.count(existing) > 0;
    if (hasBeenFilled && (mode === "requireEmpty" || mode === "append")) throw changedMeanwhile();
  }
  for (const { table } of plan.moved) if (rows.count(table) > 0) throw changedMeanwhile();
}

/**
 * Returns the table of the plan as it is now, or null if there was none and still is none. Throws if it has changed.
 */
function unchanged(
  { registry }: MutationTransaction,
  { component, name, existing }: ImportPlan["tables"][number],
): Table | null {
  const table = registry.table(component, name) ?? null;
  if (JSON.stringify(table) !== JSON.stringify(existing)) throw changedMeanwhile();
  return table;
}

function changedMeanwhile(): ImportError {
  return new ImportError("Tables were changed while the import was read. Import again.");
}

/** Removes all old tables before any new one comes, because new tables may take their numbers. */
export function putAllInPlace(
  transaction: MutationTransaction,
  { plan, staging, files, nameFile }: Placement,
  written: readonly WrittenFile[],
): void {
  const fresh = staging.tables.filter((staged) => staged.plan.how === "fresh");
  for (const { table } of plan.dropped) staging.removeTable(transaction, table);
  for (const { plan: tablePlan } of fresh) {
    const { existing, component, name } = tablePlan;
    if (existing !== null) staging.removeTable(transaction, existing);
    if (name === filesTable) files.forgetAll(transaction, component);
  }
  for (const { table, number } of plan.moved) moveTable(transaction, table, table.component, number);
  for (const staged of fresh) {
    staging.moveIntoPlace(transaction, staged);
    const { component, name } = staged.plan;
    if (name !== filesTable) continue;
    for (const file of written) if (file.component === component) nameFile(transaction, component, file.storageId);
  }
}
