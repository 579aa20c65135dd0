// Exports. One is made at a time, in the background, from one snapshot, while everything else continues. Their states
// are stored as documents in a namespace of the engine, so that a client can watch them like any other data.
import fs from "node:fs";
import fsp from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { DatabaseUnavailable } from "../../value/databaseUnavailable";
import type { Database } from "../../database/database";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { textOf, type JsonObject } from "../../value/json";
import { integerJson } from "../../value/specialValue";
import { RequestError, type ExportFile, type ExportService } from "../contract";
import type { FileBytes } from "../files/fileBytes";
import type { FunctionLog } from "../log/functionLog";
import { engineNamespace, exportsTable as table, isEngineNamespace } from "../system/engineTables";
import { latestDocuments } from "../system/latestDocuments";
import { writeSnapshotZip } from "./snapshotZip";

/** How many exports are kept, with their files. A newer one replaces the oldest. */
const maxExports = 3;
const retryAfterMs = 1_000;

interface ExportParts {
  database: Database;
  bytes: FileBytes;
  log: FunctionLog;
  now: () => number;
  instanceName: string;
  /** The folder of finished exports. */
  folder: string;
}

export class Exports implements ExportService {
  private isBusy = false;
  private tail: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(private readonly parts: ExportParts) {}

  /** Marks exports that a crash or a stop cut off as failed, and deletes files that belong to no finished export. */
  async load(): Promise<void> {
    await this.parts.database.writer.mutate((transaction) => {
      for (const document of latestDocuments(transaction, table, maxExports + 1)) {
        if (isUnfinished(document)) transaction.patch(engineNamespace, document["_id"], table, { state: "failed" });
      }
    });
    const kept = new Set((await this.finished()).map((document) => document["zip_object_key"]));
    const names = await fsp.readdir(this.parts.folder).catch(() => []);
    for (const name of names) if (!kept.has(name)) await fsp.rm(path.join(this.parts.folder, name), { force: true });
  }

  /** Resolves when the export has begun. */
  async request(includeStorage: boolean): Promise<void> {
    if (this.isBusy) {
      throw new RequestError(400, "ExportInProgress", "There is already an export in progress. Wait for it to end.");
    }
    this.isBusy = true;
    try {
      const id = await this.parts.database.writer.mutate((transaction) =>
        transaction.insert(engineNamespace, table, { state: "in_progress", include_storage: includeStorage }),
      );
      this.tail = this.run(id, includeStorage).catch((error: unknown) => {
        this.parts.log.recordEngineFailure("export", error);
      });
    } catch (error) {
      this.isBusy = false;
      throw error;
    }
  }

  /** Finds an export by the timestamp of its snapshot. */
  async open(ts: string): Promise<ExportFile | null> {
    const start = /^\d{1,19}$/.test(ts) ? integerJson(BigInt(ts)) : null;
    const wanted = JSON.stringify(start);
    const found = (await this.finished()).find((document) => JSON.stringify(document["start_ts"]) === wanted);
    if (found === undefined) return null;
    const file = path.join(this.parts.folder, textOf(found["zip_object_key"]));
    const { size } = await fsp.stat(file);
    return {
      name: `snapshot_${this.parts.instanceName}_${ts}.zip`,
      size,
      open: () => fs.createReadStream(file),
    };
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error("The server is shutting down."));
    await this.tail;
  }

  private async finished(): Promise<JsonObject[]> {
    return await this.parts.database.query(async (transaction) =>
      latestDocuments(transaction, table, maxExports + 1).filter((document) => document["state"] === "completed"),
    );
  }

  private async run(id: string, includeStorage: boolean): Promise<void> {
    try {
      const { file, startTs } = await this.write(includeStorage);
      const completed: JsonObject = {
        state: "completed",
        start_ts: integerJson(startTs),
        complete_ts: integerJson(BigInt(Math.floor(this.parts.now())) * 1_000_000n),
        zip_object_key: file,
      };
      await this.end(id, completed);
    } catch (error) {
      if (!this.stopping.signal.aborted) this.parts.log.recordEngineFailure("export", error);
      await this.endAsFailed(id);
    }
  }

  /**
   * The cause of the failure, such as a full disk, may also prevent writing the failed state. Then `load` writes it at
   * the next start.
   */
  private async endAsFailed(id: string): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.end(id, { state: "failed" });
        return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        await setTimeout(retryAfterMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  /**
   * A client that learns of the end may ask for the next export, so `isBusy` is cleared before the state is written.
   */
  private async end(id: string, fields: JsonObject): Promise<void> {
    this.isBusy = false;
    const dropped = await this.parts.database.writer.mutate((transaction) => {
      transaction.patch(engineNamespace, id, table, fields);
      return dropOld(transaction);
    });
    for (const name of dropped) await fsp.rm(path.join(this.parts.folder, name), { force: true });
  }

  /** Writes to a temporary file and renames it, so a file with the name of an export is always complete. */
  private async write(includeStorage: boolean): Promise<{ file: string; startTs: bigint }> {
    const { bytes } = this.parts;
    await fsp.mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
    const release = bytes.hold();
    try {
      return await this.parts.database.longQuery(async (_transaction, snapshot) => {
        const file = `${snapshot.ts}.zip`;
        const unfinished = path.join(this.parts.folder, `${file}.new`);
        try {
          const openFile = includeStorage ? (uuid: string) => bytes.open(uuid) : null;
          const components = componentsOf(snapshot.registry.tables);
          await writeSnapshotZip(unfinished, { snapshot, components, openFile }, this.stopping.signal);
          await fsp.rename(unfinished, path.join(this.parts.folder, file));
        } finally {
          await fsp.rm(unfinished, { force: true });
        }
        return { file, startTs: snapshot.ts };
      });
    } finally {
      release();
    }
  }
}

/** Returns the app and the components that have tables. */
function componentsOf(tables: readonly { component: string }[]): string[] {
  const components = new Set(tables.map(({ component }) => component));
  return ["", ...[...components].filter((component) => component !== "" && !isEngineNamespace(component)).sort()];
}

function isUnfinished(document: JsonObject): boolean {
  return document["state"] === "in_progress";
}

/** Deletes the documents of old exports and returns the names of their files. */
function dropOld(transaction: MutationTransaction): string[] {
  return latestDocuments(transaction, table, maxExports + 16)
    .slice(maxExports)
    .map((document) => {
      transaction.remove(engineNamespace, document["_id"], table);
      return document["zip_object_key"];
    })
    .filter((file) => typeof file === "string");
}
