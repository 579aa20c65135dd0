// Plans what an import does to the existing tables: which are replaced, filled, emptied or dropped, and which number
// each has afterwards. Every id contains the number of its table, so a table that brings ids also brings its number. If
// another table outside the import has that number, it must take a new one. Only an empty table can.
import type { Registry, Table } from "../../database/registry";
import type { ValidatorJson } from "../../value/validatorJson";
import type { ImportMode } from "../contract";
import { ImportError } from "./importError";

export interface TableFacts {
  component: string;
  name: string;
  rows: number;
  /** The number that the import states or that its first id contains. null: its documents have no ids. */
  number: number | null;
}

export interface TablePlan {
  component: string;
  name: string;
  /** How many documents the import has for this table. */
  rows: number;
  number: number;
  existing: Table | null;
  existingRows: number;
  /** `fresh`: replaces the existing table. `append`: its documents join the existing ones. */
  how: "fresh" | "append";
}

export interface ImportPlan {
  tables: TablePlan[];
  /** Tables outside the import that take another number. */
  moved: { table: Table; number: number }[];
  /** Tables that the import removes and does not replace. */
  dropped: { table: Table; rows: number }[];
}

export interface PlanContext {
  registry: Registry;
  count: (table: Table) => number;
  /** Returns whether the pushed schema names the table. Such a table is emptied and not dropped. */
  isInSchema: (table: Table) => boolean;
}

export function planImport(facts: readonly TableFacts[], mode: ImportMode, context: PlanContext): ImportPlan {
  const plan: ImportPlan = { tables: [], moved: [], dropped: [] };
  const components = new Set(facts.map(({ component }) => component));
  if (mode === "replaceAll") for (const { component } of userTables(context.registry)) components.add(component);
  for (const component of components) {
    const imported = facts.filter((table) => table.component === component);
    planComponent(plan, component, withEmptied(imported, component, mode, context, plan), mode, context);
  }
  return plan;
}

/** Adds empty tables for those that `replaceAll` empties because they are not in the import. */
function withEmptied(
  imported: readonly TableFacts[],
  component: string,
  mode: ImportMode,
  context: PlanContext,
  plan: ImportPlan,
): TableFacts[] {
  if (mode !== "replaceAll") return [...imported];
  const others = userTables(context.registry).filter(
    (table) => table.component === component && !imported.some(({ name }) => name === table.name),
  );
  const emptied = others.filter((table) => context.isInSchema(table));
  const dropped = others.filter((table) => !context.isInSchema(table));
  plan.dropped.push(...dropped.map((table) => ({ table, rows: context.count(table) })));
  return [...imported, ...emptied.map(({ name }) => ({ component, name, rows: 0, number: null }))];
}

function planComponent(
  plan: ImportPlan,
  component: string,
  imported: readonly TableFacts[],
  mode: ImportMode,
  context: PlanContext,
): void {
  const { registry } = context;
  const gone = new Set(plan.dropped.map(({ table }) => table.id));
  const isImported = (table: Table) => imported.some(({ name }) => name === table.name);
  const staying = registry.tables.filter(
    (table) => table.component === component && !gone.has(table.id) && !isImported(table),
  );
  const tables = imported.map((facts) => planTable(facts, mode, context));
  const numbers = new Numbers(registry.nextNumber(component));
  for (const { name, number } of tables) if (number !== 0) numbers.claim(number, name);
  for (const table of staying) {
    const claimant = numbers.ownerOf(table.number);
    if (claimant === undefined) continue;
    if (context.count(table) > 0) throw numberConflict(table, claimant);
    plan.moved.push({ table, number: numbers.next() });
  }
  // Tables whose imported documents have no ids keep their number, unless another imported table claims it.
  for (const table of tables) {
    if (table.number === 0) table.number = numbers.freeOrNext(table.existing?.number);
    checkReferences(table, staying, context);
  }
  plan.tables.push(...tables);
}

/** Plans one imported table. If the import does not state the table's number, the number is still 0 in this plan. */
function planTable(facts: TableFacts, mode: ImportMode, { registry, count }: PlanContext): TablePlan {
  const { component, name, rows } = facts;
  const existing = registry.table(component, name) ?? null;
  const existingRows = existing === null ? 0 : count(existing);
  checkMode(facts, mode, existingRows);
  const base = { component, name, rows, existing, existingRows };
  if (mode !== "append" || existing === null || existingRows === 0) {
    return { ...base, number: facts.number ?? 0, how: "fresh" };
  }
  checkSameNumber(facts, existing);
  return { ...base, number: existing.number, how: "append" };
}

/** The numbers of the tables of a component after the import. */
class Numbers {
  private readonly owners = new Map<number, string>();

  constructor(private unused: number) {}

  ownerOf(number: number): string | undefined {
    return this.owners.get(number);
  }

  claim(number: number, name: string): void {
    const other = this.owners.get(number);
    if (other !== undefined) {
      throw new ImportError(`The tables "${other}" and "${name}" cannot both have the number ${number} in their ids.`);
    }
    this.owners.set(number, name);
    this.unused = Math.max(this.unused, number + 1);
  }

  next(): number {
    return this.unused++;
  }

  freeOrNext(number: number | undefined): number {
    return number === undefined || this.owners.has(number) ? this.next() : number;
  }
}

/** Refuses an import after which documents that stay would refer to ids that no longer exist. */
function checkReferences(plan: TablePlan, staying: readonly Table[], { count }: PlanContext): void {
  if (plan.existing === null || plan.existingRows === 0 || plan.existing.number === plan.number) return;
  const referring = staying.find((table) => mentionsIdOf(table.documentType, plan.name) && count(table) > 0);
  if (referring === undefined) return;
  throw new ImportError(
    `The imported ids of table "${plan.name}" have another number than those that exist, and table "${referring.name}", ` +
      "which is not in the import, refers to them. Import both, or use --replace-all.",
  );
}

function mentionsIdOf(type: ValidatorJson | null, tableName: string): boolean {
  return type !== null && JSON.stringify(type).includes(JSON.stringify({ type: "id", tableName }));
}

function checkMode({ name }: TableFacts, mode: ImportMode, existingRows: number): void {
  if (mode !== "requireEmpty" || existingRows === 0) return;
  throw new ImportError(
    `Table "${name}" already has documents. Use --replace, --append or --replace-all, or import into an empty table.`,
  );
}

function checkSameNumber({ name, number }: TableFacts, existing: Table): void {
  if (number === null || number === existing.number) return;
  throw new ImportError(
    `The documents of table "${name}" have ids of table number ${number}, the table that exists has ${existing.number}. ` +
      "They can replace it, or be appended without their ids.",
  );
}

function numberConflict(table: Table, name: string): ImportError {
  return new ImportError(
    `The ids of the imported table "${name}" have the number ${table.number}, which is that of table "${table.name}" here. ` +
      "Import both, or use --replace-all.",
  );
}

function userTables(registry: Registry): Table[] {
  return registry.tables.filter((table) => !table.component.startsWith("_") && !table.name.startsWith("_"));
}
