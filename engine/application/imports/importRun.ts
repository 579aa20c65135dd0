// Runs one import. First everything is read, checked and written to tables aside. Then these tables replace the
// existing ones in a single transaction. A failure before that changes nothing. Only documents that are appended to
// existing ones are added in steps.
import type { MutationTransaction } from "../../database/mutationTransaction";
import type { Database } from "../../database/database";
import type { ImportRequest } from "../contract";
import type { FileStore } from "../files/fileStore";
import { factsOf, filesTable } from "./tableFacts";
import { importedDocument, withoutEmptyCells } from "./importedDocument";
import { importedFiles, type WrittenFile } from "./importedFiles";
import { importJobs, importedJobs } from "./importedJobs";
import type { ImportedTables } from "./importedTables";
import { openImported, stoppable } from "./openImported";
import { appendAll, checkUnchanged, putAllInPlace, type Placement } from "./placement";
import { planImport, type ImportPlan, type PlanContext } from "./plan";
import { Staging, type NumberedDocument, type StagedTable } from "./staging";

export interface ImportSpec extends ImportRequest {
  file: string;
}

export interface ImportRun {
  database: Database;
  files: FileStore;
  id: string;
  spec: ImportSpec;
  planContext: () => PlanContext;
  isStopping: () => boolean;
  progress: (message: string) => Promise<void>;
  /** Called within the last transaction of the import. */
  completed: (transaction: MutationTransaction, rowsWritten: number) => void;
}

type Planning = Pick<ImportRun, "spec" | "planContext" | "isStopping">;

export async function planOf({ spec, planContext, isStopping }: Planning): Promise<ImportPlan> {
  const imported = stoppable(await openImported(spec.file, spec.format, spec.component), isStopping);
  try {
    return planImport(await factsOf(imported), spec.mode, planContext());
  } finally {
    imported.close();
  }
}

/** Throws ImportError when something is wrong with the import. */
export async function runImport(run: ImportRun): Promise<void> {
  const { database, files, spec } = run;
  const plan = await planOf(run);
  const imported = stoppable(await openImported(spec.file, spec.format, spec.component), run.isStopping);
  const written: WrittenFile[] = [];
  try {
    const jobs = spec.mode === "append" ? [] : await importedJobs(imported);
    const staging = await Staging.make(database, run.id, plan);
    const rows = await fillAll(run, staging, imported, written);
    const names = new Map(written.map(({ component, storageId, uuid }) => [`${component}|${storageId}`, uuid]));
    const nameFile = (transaction: MutationTransaction, component: string, storageId: string) => {
      const uuid = names.get(`${component}|${storageId}`);
      if (uuid !== undefined) files.name(transaction, component, storageId, uuid);
    };
    const placement: Placement = { plan, staging, database, files, nameFile };
    await appendAll(placement);
    await database.writer.mutate((transaction) => {
      checkUnchanged(transaction, plan, spec.mode);
      putAllInPlace(transaction, placement, written);
      importJobs(transaction, jobs, spec.mode === "replaceAll");
      run.completed(transaction, rows);
    });
  } finally {
    // This keeps the bytes of files that a document names by now.
    files.discard(written.map(({ uuid }) => uuid));
    imported.close();
  }
}

async function fillAll(
  { files, spec, progress }: ImportRun,
  staging: Staging,
  imported: ImportedTables,
  written: WrittenFile[],
): Promise<number> {
  let rows = 0;
  for (const staged of staging.tables) {
    const { component, name } = staged.plan;
    const documents =
      name === filesTable
        ? importedFiles(imported, component, files, written)
        : rowsOf(imported, staged, spec.format.kind === "csv");
    const count = await staging.fill(staged, documents);
    rows += count;
    if (count > 0) await progress(`Read ${count} documents of table "${name}"`);
  }
  return rows;
}

async function* rowsOf(
  { tables }: ImportedTables,
  { plan, table }: StagedTable,
  isCsv: boolean,
): AsyncGenerator<NumberedDocument> {
  const source = tables.find(({ component, name }) => component === plan.component && name === plan.name);
  if (source === undefined) return;
  for await (const row of source.rows()) {
    const document = importedDocument(row, table);
    const fields = isCsv ? withoutEmptyCells(document.fields, table.documentType) : document.fields;
    yield { ...document, fields, row: row.number };
  }
}
