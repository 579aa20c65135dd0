// Pushes: new code, schema, indexes, crons and auth take the place of the old ones in one transaction, or not at all.
import crypto from "node:crypto";
import type { Database } from "../database/database";
import { parseDocument } from "../database/documents";
import { ReadSet } from "../database/readSet";
import { byIdIndexOf, type Registry, type Table } from "../database/registry";
import { documentsOf } from "../database/tables";
import type { MutationTransaction } from "../database/mutationTransaction";
import { checkDocument } from "../database/documentType";
import type { CompiledModule, ModuleSource, PushAnalysis } from "../runtime/contract";
import { RequestError, type ActivatedPush, type PreparedPush, type SchemaCheck } from "./contract";
import { nextTime } from "./cronSchedule";
import type { Crons } from "./crons";
import { asPushError } from "./pushError";
import { applySchema, changedTypes, checkIndexes, indexChanges } from "./schemaChange";

/** A push that is never finished is forgotten when this many newer ones have been prepared. */
const keptPreparations = 4;

/** What a start needs to serve again, kept beside the modules. */
interface PushManifest {
  analysis: PushAnalysis;
  importNow: number;
  importSeed: string;
}

export interface StoredPush {
  manifest: PushManifest;
  modules: CompiledModule[];
}

interface Preparation {
  push: PreparedPush;
  sources: ModuleSource[];
  compiled: CompiledModule[];
  /** Set by a check that found every document fit: what it read, and when. */
  checked: { ts: bigint; reads: ReadSet } | null;
}

export class Pushes {
  private readonly prepared = new Map<string, Preparation>();

  constructor(
    private readonly database: Database,
    private readonly crons: Crons,
    private readonly activated: (push: StoredPush) => void,
  ) {}

  prepare(
    sources: ModuleSource[],
    compiled: CompiledModule[],
    analysis: PushAnalysis,
    start: { importNow: number; importSeed: Uint8Array },
  ): PreparedPush {
    checkCrons(analysis);
    if (analysis.schema !== null) checkIndexes(analysis.schema);
    const id = crypto.randomUUID();
    const push: PreparedPush = {
      id,
      analysis,
      indexes: indexChanges(this.database.registry, analysis.schema),
      ...start,
    };
    this.prepared.set(id, { push, sources, compiled, checked: null });
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > keptPreparations && oldest !== undefined) this.prepared.delete(oldest);
    return push;
  }

  /** Reads every document of the tables whose type changes; on one snapshot, so that mutations go on meanwhile. */
  async checkSchema(id: string): Promise<SchemaCheck> {
    const preparation = this.find(id);
    return await this.database.query(async ({ rows }, { registry, ts }) => {
      const reads = new ReadSet();
      for (const { table, documentType } of changedTypes(registry, preparation.push.analysis.schema)) {
        reads.add(byIdIndexOf(table), { from: Buffer.alloc(0), to: null });
        let from: Buffer = Buffer.alloc(0);
        for (;;) {
          const batch = rows.scan({ kind: "byId", table }, { from, to: null }, "asc", 500);
          const problem = firstProblem(registry, { ...table, documentType }, batch);
          if (problem !== null) return { kind: "failed", tableName: table.name, error: problem };
          const last = batch.at(-1);
          if (last === undefined || batch.length < 500) break;
          from = Buffer.concat([last.key, Buffer.from([0])]);
          await new Promise<void>((resolve) => setImmediate(resolve));
        }
      }
      preparation.checked = { ts, reads };
      return { kind: "complete" };
    });
  }

  async activate(id: string, now: number): Promise<ActivatedPush> {
    const preparation = this.find(id);
    const { push, sources, compiled } = preparation;
    const result = await this.database.writer.mutate(async (transaction) => {
      this.checkAgain(transaction, preparation);
      applySchema(transaction, push.analysis.schema);
      const modules = replaceModules(transaction, sources, compiled);
      const manifest: PushManifest = {
        analysis: push.analysis,
        importNow: push.importNow,
        importSeed: Buffer.from(push.importSeed).toString("base64"),
      };
      transaction.sql.prepare("INSERT OR REPLACE INTO push (id, manifest) VALUES (1, ?)").run(JSON.stringify(manifest));
      const specs = push.analysis.modules.find((module) => module.crons !== null)?.crons ?? {};
      const crons = this.crons.replace(transaction, specs, now);
      transaction.afterCommit.push(() => this.activated({ manifest, modules: compiled }));
      return { modules, crons };
    });
    this.prepared.delete(id);
    return result;
  }

  /** The push that was activated last, after a start. */
  load(): StoredPush | null {
    const [row] = this.database.readRows<[string]>("SELECT manifest FROM push WHERE id = 1");
    if (row === undefined) return null;
    const modules = this.database
      .readRows<[string, string, string | null]>("SELECT path, code, map FROM modules ORDER BY path")
      .map(([path, code, map]) => ({ path, code, map }));
    return { manifest: JSON.parse(row[0]) as PushManifest, modules };
  }

  private find(id: string): Preparation {
    const found = this.prepared.get(id);
    if (found !== undefined) return found;
    throw new RequestError(400, "PushNotFound", "This push is not known (any more). Push again.");
  }

  /** Documents may have been written since the check; then the writer, which now has the database alone, looks again. */
  private checkAgain(transaction: MutationTransaction, { push, checked }: Preparation): void {
    if (checked !== null && !this.database.writer.changedSince(checked.ts, checked.reads)) return;
    for (const { table, documentType } of changedTypes(transaction.registry, push.analysis.schema)) {
      const problem = firstProblem(
        transaction.registry,
        { ...table, documentType },
        documentsOf(transaction.sql, table),
      );
      if (problem !== null) throw schemaMismatch(table.name, problem);
    }
  }
}

function schemaMismatch(tableName: string, problem: string): RequestError {
  return new RequestError(
    400,
    "SchemaDefinitionError",
    `Schema validation failed: documents of table "${tableName}" do not match the schema. ${problem}`,
  );
}

function firstProblem(registry: Registry, table: Table, documents: Iterable<{ text: string }>): string | null {
  for (const { text } of documents) {
    const document = parseDocument(text);
    const problem = checkDocument(registry, table, document);
    if (problem !== null)
      return `Document with ID "${document._id}" in table "${table.name}" does not match the schema: ${problem}`;
  }
  return null;
}

function replaceModules(
  transaction: MutationTransaction,
  sources: ModuleSource[],
  compiled: CompiledModule[],
): ActivatedPush["modules"] {
  const before = transaction.sql.prepare<[string]>("SELECT path FROM modules").all();
  const old = new Set(before.map(([path]) => path));
  transaction.sql.exec("DELETE FROM modules");
  const insert = transaction.sql.prepare("INSERT INTO modules VALUES (?, ?, ?, ?, ?, ?)");
  const codeOf = new Map(compiled.map((module) => [module.path, module]));
  for (const { path, environment, source, sourceMap } of sources) {
    const ready = codeOf.get(path);
    if (ready !== undefined) insert.run(path, environment, source, sourceMap, ready.code, ready.map);
  }
  const added = sources.map(({ path }) => path).filter((path) => !old.delete(path));
  return { added, removed: [...old] };
}

/** A schedule that never comes is found here and not when it should run. */
function checkCrons(analysis: PushAnalysis): void {
  for (const module of analysis.modules) {
    for (const [identifier, { name, schedule }] of Object.entries(module.crons ?? {})) {
      asPushError(() => nextTime(schedule, Date.now()));
      const path = `${name.slice(0, name.lastIndexOf(":"))}.js`;
      const target = analysis.modules
        .find((candidate) => candidate.path === path)
        ?.functions.find((candidate) => candidate.name === name.slice(name.lastIndexOf(":") + 1));
      if (target === undefined) {
        throw new RequestError(400, "InvalidCron", `Cron "${identifier}" names ${name}, which does not exist.`);
      }
    }
  }
}
