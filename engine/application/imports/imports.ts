// Imports, from the upload to the end. The state of each is stored as a document, which the command line watches. Files
// and plans exist only in this process. So an import that a stop cuts off has failed and has changed nothing.
import fsp from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { isJsonObject, textOf, type Json, type JsonObject } from "../../value/json";
import { integerJson } from "../../value/specialValue";
import type { Database } from "../../database/database";
import { RequestError, type ImportRequest, type ImportService } from "../contract";
import type { FileStore } from "../files/fileStore";
import type { FunctionLog } from "../log/functionLog";
import { engineNamespace, importsTable } from "../system/engineTables";
import { latestDocuments } from "../system/latestDocuments";
import { ImportError } from "./importError";
import { planOf, runImport, type ImportSpec } from "./importRun";
import type { PlanContext } from "./plan";
import { dropAside } from "./staging";
import { summaryOf } from "./summary";
import { Uploads } from "./uploads";

/** How many documents of imports are kept. If too many wait for confirmation, the oldest are removed. */
const maxImports = 10;

interface ImportParts {
  database: Database;
  files: FileStore;
  log: FunctionLog;
  /** The folder of uploads until they are imported. */
  folder: string;
  /** Returns the tables that a component's schema names. null: nobody has pushed such a component. */
  schemaTables(component: string): ReadonlySet<string> | null;
  /** Called when tables have replaced others, so nothing that was read before is valid. */
  tablesReplaced(): void;
}

export class Imports implements ImportService {
  private readonly uploads: Uploads;
  /** Imports that have not ended. */
  private readonly specs = new Map<string, ImportSpec>();
  private tail: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(private readonly parts: ImportParts) {
    this.uploads = new Uploads(parts.folder);
  }

  async load(): Promise<void> {
    await this.uploads.clear();
    const { database } = this.parts;
    await database.writer.mutate((transaction) => {
      for (const { _id, state } of latestDocuments(transaction, importsTable, maxImports + 1)) {
        if (!isOver(state)) setState(transaction, _id, failed("The server was restarted; nothing was imported."));
      }
    });
    this.inOrder(() => dropAside(database, () => this.isStopping));
  }

  startUpload(): Promise<string> {
    return this.uploads.start();
  }

  uploadPart(token: string, number: number, body: Readable): Promise<string> {
    return this.uploads.part(token, number, body);
  }

  /** Returns the import's id. What the import would change is worked out in the background. */
  async finishUpload(
    token: string,
    parts: readonly string[],
    { format, mode, component }: ImportRequest,
  ): Promise<string> {
    if (this.parts.schemaTables(component) === null && component !== "") {
      throw new RequestError(400, "ComponentNotFound", `There is no component "${component}". Push it first.`);
    }
    const file = await this.uploads.finish(token, parts);
    const { id, dropped } = await this.parts.database.writer.mutate((transaction) => ({
      dropped: dropOld(transaction),
      id: transaction.insert(engineNamespace, importsTable, {
        state: { state: "uploaded" },
        format: format.kind,
        mode,
        component_path: component,
      }),
    }));
    for (const old of dropped) await this.forget(old);
    this.specs.set(id, { file, format, mode, component });
    this.inOrder(() => this.attempt(id, (spec) => this.askToConfirm(id, spec)));
    return id;
  }

  /** Begins an import whose changes somebody has confirmed. */
  async perform(id: string): Promise<void> {
    if (!this.specs.has(id)) throw new RequestError(400, "ImportNotFound", "There is no such import, or it has ended.");
    const { writer } = this.parts.database;
    await writer.mutate((transaction) => {
      const found = latestDocuments(transaction, importsTable, maxImports + 1).find(({ _id }) => _id === id);
      if (stateName(found?.["state"]) !== "waiting_for_confirmation") {
        throw new RequestError(400, "ImportNotWaiting", "This import is not waiting for confirmation.");
      }
      setState(transaction, id, { state: "in_progress", progress_message: "Importing", checkpoint_messages: [] });
    });
    this.inOrder(() => this.attempt(id, (spec) => this.bringIn(id, spec)));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.tail;
  }

  /** Imports run one after another, because each relies on the tables as the last one left them. */
  private inOrder(body: () => Promise<void>): void {
    this.tail = this.tail.then(async () => {
      if (!this.isStopping) await body().catch((error: unknown) => this.parts.log.recordEngineFailure("import", error));
    });
  }

  private async attempt(id: string, body: (spec: ImportSpec) => Promise<void>): Promise<void> {
    const spec = this.specs.get(id);
    if (spec === undefined) return;
    try {
      await body(spec);
    } catch (error) {
      await this.fail(id, error);
    }
  }

  private async askToConfirm(id: string, spec: ImportSpec): Promise<void> {
    const planning = { spec, planContext: () => this.planContext(), isStopping: () => this.isStopping };
    const summary = summaryOf(await planOf(planning));
    await this.setState(id, {
      state: "waiting_for_confirmation",
      message_to_confirm: summary.text,
      require_manual_confirmation: summary.isDestructive,
    });
  }

  private async bringIn(id: string, spec: ImportSpec): Promise<void> {
    const { database, files } = this.parts;
    const checkpoints: string[] = [];
    await runImport({
      database,
      files,
      id,
      spec,
      planContext: () => this.planContext(),
      isStopping: () => this.isStopping,
      progress: (message) => {
        checkpoints.push(message);
        return this.setState(id, {
          state: "in_progress",
          progress_message: "Importing",
          checkpoint_messages: [...checkpoints],
        });
      },
      completed: (transaction, rows) => {
        setState(transaction, id, { state: "completed", num_rows_written: integerJson(BigInt(rows)) });
        transaction.afterCommit.push(() => this.parts.tablesReplaced());
      },
    });
    await this.end(id);
  }

  private planContext(): PlanContext {
    const { database } = this.parts;
    const { registry } = database;
    const count = (tableId: number) =>
      database.readRows<[number]>("SELECT count(*) FROM documents WHERE table_id = ?", tableId)[0]?.[0] ?? 0;
    return {
      registry,
      count: (table) => count(table.id),
      isInSchema: (table) => this.parts.schemaTables(table.component)?.has(table.name) ?? false,
    };
  }

  private async fail(id: string, error: unknown): Promise<void> {
    const { log } = this.parts;
    if (!(error instanceof ImportError)) log.recordEngineFailure(`import ${id}`, error);
    const why = error instanceof ImportError ? error.message : "The server could not finish it; its log says why.";
    await this.setState(id, failed(why));
    await this.end(id);
  }

  private async forget(id: string): Promise<void> {
    const spec = this.specs.get(id);
    this.specs.delete(id);
    if (spec !== undefined) await fsp.rm(path.dirname(spec.file), { recursive: true, force: true });
  }

  private async end(id: string): Promise<void> {
    await this.forget(id);
    this.inOrder(() => dropAside(this.parts.database, () => this.isStopping));
  }

  private async setState(id: string, state: JsonObject): Promise<void> {
    await this.parts.database.writer.mutate((transaction) => setState(transaction, id, state));
  }
}

function setState(transaction: MutationTransaction, id: string, state: JsonObject): void {
  transaction.patch(engineNamespace, id, importsTable, { state });
}

/** Deletes documents of imports that have ended or were never confirmed. Returns their ids. */
function dropOld(transaction: MutationTransaction): string[] {
  const old = latestDocuments(transaction, importsTable, 2 * maxImports)
    .slice(maxImports - 1)
    .filter(({ state }) => isOver(state) || stateName(state) === "waiting_for_confirmation");
  return old.map(({ _id }) => transaction.remove(engineNamespace, _id, importsTable)._id);
}

function stateName(state: Json | undefined): string {
  return isJsonObject(state) ? textOf(state["state"]) : "";
}

function isOver(state: Json | undefined): boolean {
  return stateName(state) === "completed" || stateName(state) === "failed";
}

function failed(why: string): JsonObject {
  return { state: "failed", error_message: why };
}
