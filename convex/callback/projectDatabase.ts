// The database as the holder of a runner token sees it: rows of other projects are not there. Operations read and write
// through it without knowing, so none of them can forget to check an id. An id of another project's row finds nothing,
// in whichever argument it came.
import type { GenericDatabaseWriter, GenericTableInfo, QueryInitializer } from "convex/server";
import type { DataModel, Doc, Id, TableNames } from "../_generated/dataModel";
import type { DatabaseReader, DatabaseWriter } from "../_generated/server";

type OfProject = { [Table in TableNames]: "projectId" extends keyof Doc<Table> ? Table : never }[TableNames];

/**
 * The tables whose rows name no project. The compiler asks for a new one here.
 *
 * `part`: the rows have no public ids. They are found by the id of a row that belongs to the project.
 * `common`: the rows belong to the deployment or to people, and operations need them.
 * `hidden`: no operation needs them.
 */
const others: Record<Exclude<TableNames, OfProject | "projects">, "part" | "common" | "hidden"> = {
  messageChunks: "part",
  sandboxFiles: "part",
  sandboxReports: "part",
  artifactFiles: "part",
  users: "common",
  migrations: "common",
  sealingKeys: "common",
  runnerAddress: "common",
  apiKeyUses: "hidden",
  apiKeyLastUses: "hidden",
  healthProbes: "hidden",
  telemetryCollector: "hidden",
  webhookSenders: "hidden",
  idempotencyParts: "hidden",
  artifactSweeps: "hidden",
  idpMessages: "hidden",
  idpDepartures: "hidden",
};

type Row = { _id: string; projectId?: unknown };
type IsOwn = (row: Row) => boolean;

function ownRowsOf(table: TableNames, projectId: Id<"projects">): IsOwn {
  if (table === "projects") return ({ _id }) => _id === projectId;
  if (!Object.hasOwn(others, table)) return (row) => row.projectId === projectId;
  const isShown = others[table as keyof typeof others] !== "hidden";
  return () => isShown;
}

// The platform's types describe each table by itself. The code below treats all tables alike, so it goes through these
// types, which leave out what differs between tables.
type AnyQuery = QueryInitializer<GenericTableInfo>;
interface AnyReader {
  get(table: TableNames, id: string): Promise<Row | null>;
  query(table: TableNames): AnyQuery;
}
interface AnyWriter extends AnyReader {
  insert(table: TableNames, value: object): Promise<string>;
  patch(table: TableNames, id: string, value: object): Promise<void>;
  replace(table: TableNames, id: string, value: object): Promise<void>;
  delete(table: TableNames, id: string): Promise<void>;
}

export function projectReader(db: DatabaseReader, projectId: Id<"projects">): DatabaseReader {
  return { ...readerOf(db as unknown as AnyReader, projectId, new Set()), ...namerOf(db) } as unknown as DatabaseReader;
}

/** Stored files name no project: an operation asks `artifactFiles` whose a file is. */
function namerOf(db: DatabaseReader): Pick<DatabaseReader, "normalizeId" | "system"> {
  const normalizeId: DatabaseReader["normalizeId"] = (table, id) => db.normalizeId(table, id);
  return { normalizeId, system: db.system };
}

/** Adds the ids of the rows that it returns to `known`. */
function readerOf(db: AnyReader, projectId: Id<"projects">, known: Set<string>): AnyReader {
  const ownOf = (table: TableNames): IsOwn => {
    const isOwn = ownRowsOf(table, projectId);
    return (row) => isOwn(row) && known.add(row._id).has(row._id);
  };
  return {
    get: async (table, id) => {
      const row = await db.get(table, id);
      return row !== null && ownOf(table)(row) ? row : null;
    },
    query: (table) => ownQuery(() => db.query(table), ownOf(table)),
  };
}

export function projectWriter(db: DatabaseWriter, projectId: Id<"projects">): GenericDatabaseWriter<DataModel> {
  const whole = db as unknown as AnyWriter;
  const known = new Set<string>();
  const reader = readerOf(whole, projectId, known);
  /** Throws when the row is another project's, or will be. Only a mistake in the product leads here. */
  const requireOwn = (table: TableNames, row: object | null) => {
    if (row !== null && ownRowsOf(table, projectId)({ _id: "", ...row })) return;
    throw new Error(`An operation with a runner token may not write this row of ${table}.`);
  };
  /** Most rows that change were read before, in the same transaction. */
  const requireKnown = async (table: TableNames, id: string) => {
    if (!known.has(id)) requireOwn(table, await reader.get(table, id));
  };
  const write: Omit<AnyWriter, keyof AnyReader> = {
    insert: async (table, value) => {
      requireOwn(table, value);
      const id = await whole.insert(table, value);
      known.add(id);
      return id;
    },
    patch: async (table, id, value) => {
      await requireKnown(table, id);
      if ("projectId" in value) requireOwn(table, value);
      await whole.patch(table, id, value);
    },
    replace: async (table, id, value) => {
      await requireKnown(table, id);
      requireOwn(table, { _id: id, ...value });
      await whole.replace(table, id, value);
    },
    delete: async (table, id) => {
      await requireKnown(table, id);
      await whole.delete(table, id);
    },
  };
  return { ...reader, ...namerOf(db), vars: db.vars, ...write } as unknown as DatabaseWriter;
}

/** `make` makes the query again, because the platform runs each query once. */
function ownQuery(make: () => AnyQuery, isOwn: IsOwn): AnyQuery {
  const narrowed = (narrow: (query: AnyQuery) => unknown) => ownQuery(() => narrow(make()) as AnyQuery, isOwn);
  const isOwnRow = (row: unknown) => isOwn(row as Row);

  async function* ownRows() {
    for await (const row of make()) if (isOwnRow(row)) yield row;
  }

  const take = async (most: number) => {
    // Nearly all ranges of operations lie within one project, so one read without a filter is enough.
    const rows = await make().take(most);
    if (rows.every(isOwnRow)) return rows;
    const own: typeof rows = [];
    for await (const row of ownRows()) if (own.push(row) === most) break;
    return own;
  };

  const query: Omit<Record<keyof AnyQuery, unknown>, "count" | "limit"> & { order: unknown } = {
    fullTableScan: () => narrowed((whole) => whole.fullTableScan()),
    withIndex: (...range: Parameters<AnyQuery["withIndex"]>) => narrowed((whole) => whole.withIndex(...range)),
    withSearchIndex: (...range: Parameters<AnyQuery["withSearchIndex"]>) =>
      narrowed((whole) => whole.withSearchIndex(...range)),
    order: (order: "asc" | "desc") => narrowed((whole) => whole.order(order)),
    filter: (...predicate: Parameters<AnyQuery["filter"]>) => narrowed((whole) => whole.filter(...predicate)),
    take,
    first: async () => (await take(1))[0] ?? null,
    unique: async () => {
      const [row, another] = await take(2);
      if (another !== undefined) throw new Error("unique() query returned more than one result.");
      return row ?? null;
    },
    collect: async () => (await make().collect()).filter(isOwnRow),
    paginate: async (...options: Parameters<AnyQuery["paginate"]>) => {
      const found = await make().paginate(...options);
      return { ...found, page: found.page.filter(isOwnRow) };
    },
    [Symbol.asyncIterator]: ownRows,
  };
  return query as AnyQuery;
}
