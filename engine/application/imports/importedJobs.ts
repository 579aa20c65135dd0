// Imports scheduled functions that wait to run, so that a restore continues with them. Only exports of this engine
// contain them; an export of Convex has none.
import type { MutationTransaction } from "../../database/mutationTransaction";
import { idKeyOf } from "../../database/documents";
import { systemTables } from "../../database/registry";
import { isJsonObject } from "../../value/json";
import { cancelPendingJobs, insertPendingJob } from "../jobs/jobs";
import { jobsTable } from "./tableFacts";
import { ImportError } from "./importError";
import { importedDocument, type ImportedDocument } from "./importedDocument";
import type { ImportedTables } from "./importedTables";

export interface ImportedJob {
  component: string;
  /** The component whose function the job runs. */
  target: string;
  at: number;
  document: ImportedDocument & { id: string };
}

const number = systemTables.find(({ name }) => name === jobsTable)?.number ?? 0;

export async function importedJobs({ tables }: ImportedTables): Promise<ImportedJob[]> {
  const jobs: ImportedJob[] = [];
  for (const { component, name, rows } of tables) {
    if (name !== jobsTable) continue;
    for await (const row of rows()) {
      const { target, ...value } = isJsonObject(row.value) ? row.value : {};
      const { id, ...document } = importedDocument({ ...row, value }, { name, number });
      const at = document.fields["scheduledTime"];
      if (id === null || typeof at !== "number" || typeof target !== "string") {
        throw new ImportError(`Row ${row.number} of table "${name}" is not a scheduled function.`);
      }
      jobs.push({ component, target, at, document: { ...document, id } });
    }
  }
  return jobs;
}

/** Imports scheduled functions. Jobs that already exist stay as they are. */
export function importJobs(transaction: MutationTransaction, jobs: readonly ImportedJob[], instead: boolean): void {
  if (instead) cancelPendingJobs(transaction);
  for (const { component, target, at, document } of jobs) {
    const table = transaction.tableForWriting(component, jobsTable);
    if (transaction.rows.get(table, idKeyOf(document.id)) !== undefined) continue;
    transaction.insertImported(table, document);
    // It is not known yet whether the function is an action. The first run finds that out.
    insertPendingJob(transaction, { component, id: document.id, target, isAction: false, at });
  }
}
