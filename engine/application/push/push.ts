// Pushes. New code, schema, indexes, crons and auth replace the old ones in one transaction, or not at all.
import crypto from "node:crypto";
import type { Database } from "../../database/database";
import { parseDocument } from "../../database/documents";
import { ReadSet } from "../../database/readSet";
import { byIdIndexOf, type Registry, type Table } from "../../database/registry";
import { documentsOf } from "../../database/tables";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { checkDocument } from "../../database/documentType";
import type { AnalyzedFunction, CompiledModule, CronSpec, PushAnalysis } from "../../runtime/contract";
import { RequestError, type ActivatedPush, type ComponentNode, type PreparedPush, type SchemaCheck } from "../contract";
import { nextTime } from "../schedule/cronSchedule";
import type { CronChanges, Crons } from "../schedule/crons";
import { allComponents, componentTree } from "./componentTree";
import type { EvaluatedDefinition } from "./definitions";
import { asPushError } from "./pushError";
import { checkIndexes } from "./indexRules";
import { applySchema, changedTypes, indexChanges } from "./schemaChange";
import { StoredModules } from "./storedModules";

/** A push that is never finished is forgotten when this many newer ones have been prepared. */
const maxPreparations = 4;

/** What a start needs to serve the push again. It is stored beside the modules. */
interface PushManifest {
  /** What the analysis found in each definition, by its path. */
  definitions: Record<string, PushAnalysis>;
  importNow: number;
  importSeed: string;
}

export interface StoredPush {
  manifest: PushManifest;
  app: ComponentNode;
  /** The compiled modules of each definition, by its path. */
  modules: ReadonlyMap<string, CompiledModule[]>;
}

interface Preparation {
  push: PreparedPush;
  evaluated: EvaluatedDefinition[];
  /** Set by a check in which every document fitted the schema: what the check read, and when. */
  checked: { ts: bigint; reads: ReadSet } | null;
}

export class Pushes {
  private readonly prepared = new Map<string, Preparation>();
  /** The modules that serve since the start, until a push replaces them. */
  private served: StoredModules | null = null;

  constructor(
    private readonly database: Database,
    private readonly crons: Crons,
    private readonly activated: (push: StoredPush) => void,
  ) {}

  prepare(evaluated: EvaluatedDefinition[], start: { importNow: number; importSeed: Uint8Array }): PreparedPush {
    for (const { analysis } of evaluated) {
      checkCrons(analysis);
      if (analysis.schema !== null) checkIndexes(analysis.schema);
    }
    const definitions = Object.fromEntries(evaluated.map(({ path, analysis }) => [path, analysis]));
    const app = componentTree(definitions);
    const indexes = Object.fromEntries(
      allComponents(app).map(({ path, analysis }) => [
        path,
        indexChanges(this.database.registry, path, analysis.schema),
      ]),
    );
    const id = crypto.randomUUID();
    const push: PreparedPush = { id, definitions, app, indexes, ...start };
    this.prepared.set(id, { push, evaluated, checked: null });
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > maxPreparations && oldest !== undefined) this.prepared.delete(oldest);
    return push;
  }

  /** Reads every document of the tables whose type changes. It uses one snapshot, so mutations can continue. */
  async checkSchema(id: string): Promise<SchemaCheck> {
    const preparation = this.find(id);
    return await this.database.longQuery(async ({ rows }, { registry, ts }) => {
      const reads = new ReadSet();
      for (const { table, documentType } of changedTypesOf(preparation.push, registry)) {
        reads.add(byIdIndexOf(table), { from: Buffer.alloc(0), to: null });
        let from: Buffer = Buffer.alloc(0);
        for (;;) {
          const batch = rows.scan({ kind: "byId", table }, { from, to: null }, "asc", 500);
          const error = firstProblem(registry, { ...table, documentType }, batch);
          if (error !== null) return { kind: "failed", componentPath: table.component, tableName: table.name, error };
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
    const { push, evaluated } = preparation;
    const components = allComponents(push.app);
    const result = await this.database.writer.mutate(async (transaction) => {
      this.checkAgain(transaction, preparation);
      const before = this.read();
      const kinds = new Map(components.map(({ path }) => [path, kindOfChange(transaction.registry, before, path)]));
      for (const { path, analysis } of components) applySchema(transaction, path, analysis.schema);
      this.served?.keep();
      replaceModules(transaction, evaluated);
      const manifest: PushManifest = {
        definitions: push.definitions,
        importNow: push.importNow,
        importSeed: Buffer.from(push.importSeed).toString("base64"),
      };
      transaction.sql.prepare("INSERT OR REPLACE INTO push (id, manifest) VALUES (1, ?)").run(JSON.stringify(manifest));
      const specs = new Map(components.map(({ path, analysis }) => [path, cronsOf(analysis)]));
      const crons = this.crons.replace(transaction, specs, now);
      const modules = new Map(evaluated.map(({ path, compiled }) => [path, compiled]));
      const after: StoredPush = { manifest, app: push.app, modules };
      transaction.afterCommit.push(() => {
        this.served = null;
        this.activated(after);
      });
      return changesOf(before, after, kinds, crons);
    });
    this.prepared.delete(id);
    return result;
  }

  /** Returns the push that was activated last. Used when the engine starts. */
  load(): StoredPush | null {
    this.served = new StoredModules(this.database);
    return this.read(this.served);
  }

  private read(modules = new StoredModules(this.database)): StoredPush | null {
    const [row] = this.database.readRows<[string]>("SELECT manifest FROM push WHERE id = 1");
    if (row === undefined) return null;
    const manifest = JSON.parse(row[0]) as PushManifest;
    return { manifest, app: componentTree(manifest.definitions), modules: modules.byDefinition() };
  }

  private find(id: string): Preparation {
    const found = this.prepared.get(id);
    if (found !== undefined) return found;
    throw new RequestError(400, "PushNotFound", "There is no such push, or it was forgotten. Push again.");
  }

  /**
   * Documents may have been written since the check. In that case the check is repeated here, inside the transaction,
   * where nobody else can write.
   */
  private checkAgain(transaction: MutationTransaction, { push, checked }: Preparation): void {
    if (checked !== null && !this.database.writer.changedSince(checked.ts, checked.reads)) return;
    for (const { table, documentType } of changedTypesOf(push, transaction.registry)) {
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

function changedTypesOf({ app }: PreparedPush, registry: Registry): ReturnType<typeof changedTypes> {
  return allComponents(app).flatMap(({ path, analysis }) => changedTypes(registry, path, analysis.schema));
}

function replaceModules(transaction: MutationTransaction, evaluated: EvaluatedDefinition[]): void {
  transaction.sql.exec("DELETE FROM modules");
  const insert = transaction.sql.prepare("INSERT INTO modules VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const definition of evaluated) {
    const codeOf = new Map(definition.compiled.map((module) => [module.path, module]));
    for (const { path, environment, source, sourceMap } of definition.modules) {
      const ready = codeOf.get(path);
      if (ready === undefined) continue;
      insert.run(definition.path, path, environment, source, sourceMap, ready.code, ready.map);
    }
  }
}

function cronsOf(analysis: PushAnalysis): Record<string, CronSpec> {
  return analysis.modules.find((module) => module.crons !== null)?.crons ?? {};
}

type ChangeKind = ActivatedPush[string]["kind"];

/** A component that is mounted again finds the tables of the last time. */
function kindOfChange(registry: Registry, before: StoredPush | null, path: string): ChangeKind {
  const wasThere = before !== null && allComponents(before.app).some((component) => component.path === path);
  if (wasThere || path === "") return "modified";
  return registry.tables.some((table) => table.component === path) ? "remounted" : "created";
}

function changesOf(
  before: StoredPush | null,
  after: StoredPush,
  kinds: ReadonlyMap<string, ChangeKind>,
  crons: ReadonlyMap<string, CronChanges>,
): ActivatedPush {
  const old = modulesByComponent(before);
  const now = modulesByComponent(after);
  const paths = new Set([...old.keys(), ...now.keys()]);
  const none: CronChanges = { added: [], updated: [], deleted: [] };
  return Object.fromEntries(
    [...paths].map((path) => {
      const [had, has] = [old.get(path) ?? [], now.get(path) ?? []];
      const modules = {
        added: has.filter((module) => !had.includes(module)),
        removed: had.filter((module) => !has.includes(module)),
      };
      return [path, { kind: kinds.get(path) ?? "unmounted", modules, crons: crons.get(path) ?? none }];
    }),
  );
}

function modulesByComponent(push: StoredPush | null): Map<string, string[]> {
  if (push === null) return new Map();
  return new Map(
    allComponents(push.app).map(({ path, definitionPath }) => [
      path,
      (push.modules.get(definitionPath) ?? []).map((module) => module.path),
    ]),
  );
}

function problemOfTarget(target: AnalyzedFunction | undefined): string | null {
  if (target === undefined) return "function that does not exist";
  return target.kind === "query" ? "query function, only actions and mutations can be scheduled" : null;
}

/** A cron whose time never comes fails the push, and not later when it should run. */
function checkCrons(analysis: PushAnalysis): void {
  for (const module of analysis.modules) {
    for (const [identifier, { name, schedule }] of Object.entries(module.crons ?? {})) {
      asPushError(() => nextTime(schedule, Date.now()));
      const path = `${name.slice(0, name.lastIndexOf(":"))}.js`;
      const target = analysis.modules
        .find((candidate) => candidate.path === path)
        ?.functions.find((candidate) => candidate.name === name.slice(name.lastIndexOf(":") + 1));
      const problem = problemOfTarget(target);
      if (problem === null) continue;
      throw new RequestError(400, "InvalidCron", `The cron job '${identifier}' schedules a ${problem}: ${name}`);
    }
  }
}
