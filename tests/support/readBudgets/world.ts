// A project among many rows of its own and of another project.
import { api, internal } from "../../../convex/_generated/api";
import type { Id, TableNames } from "../../../convex/_generated/dataModel";
import type { HookKind } from "../../../convex/hooks/schema";
import { publicId, tableOf } from "../../../convex/lib/publicIds";
import type { Area, Place, World } from "./area";
import type { MeteredEngine } from "./meteredEngine";

export interface FilledWorld extends World {
  /** Makes another key of the project, which has not been used. */
  makeKey(): Promise<string>;
  /** The project's hook for this kind of code host, with the secret that only its maker sees. */
  hookOf(kind: HookKind): Promise<{ id: string; secret: string }>;
}

/** The functions with which a world is made. */
type Ground = Pick<MeteredEngine, "call" | "insertAll" | "storeFile">;

type Ids = Map<TableNames, string[]>;

/** This number stays within what one mutation may write and one request may carry. */
const rowsPerCall = 2000;

/** The most rows in a table that does not grow without end, see `Area`. */
const maxSettled = 10_000;

/** Makes `size` rows in each table, or fewer in tables that never have that many. */
export async function fillWorld(
  engine: Ground,
  name: string,
  size: number,
  areas: readonly Area[],
): Promise<FilledWorld> {
  const owner = { name: "Demo", ownerEmail: `${name}-owner@example.com` };
  const { projectId, userId } = await engine.call(internal.admin.projects.create, owner);
  const ids: Ids = new Map();
  const file = await engine.storeFile();
  const unique = (index: number) => `${name}-${index}`;
  const place = (index: number): Place => ({
    index,
    unique: unique(index),
    file,
    get projectId() {
      return index % 2 === 0 ? documentIdOf(projectId) : idOf(ids, "projects", 1);
    },
    keyUser: userId.slice(publicId("users", "" as Id<"users">).length) as Id<"users">,
    id: (table) => idOf(ids, table, index),
    parent: (table) => idOf(ids, table, index % 2),
  });
  const growing = new Set(areas.flatMap(({ grow = {} }) => Object.keys(grow)));
  await insertInOrder(engine, areas, ids, (table, row) => {
    const length = growing.has(table) ? size : Math.min(size, maxSettled);
    return Array.from({ length }, (_, index) => row(place(index)));
  });
  const further = { name: "Empty", ownerEmail: `${unique(0)}@example.com` };
  const { projectId: emptyProjectId } = await engine.call(internal.admin.projects.create, further);
  return {
    projectId,
    emptyProjectId,
    unique,
    fileId: file,
    publicId: (name, index = 0) => publicId(name, idOf(ids, tableOf(name), index)),
    hookOf: hooksOf(engine, { projectId, owner: unique(0) }),
    makeKey: async () => (await engine.call(internal.admin.projects.createKey, { projectId, name: "Test" })).apiKey,
  };
}

/** A project has at most twenty hooks, so one is made for each kind. */
function hooksOf(engine: Ground, { projectId, owner }: { projectId: string; owner: string }): FilledWorld["hookOf"] {
  const made = new Map<HookKind, Promise<{ id: string; secret: string }>>();
  return async (kind) => {
    const identity = identityOf(owner);
    const hook = made.get(kind) ?? engine.call(api.hooks.dashboard.create, { projectId, kind }, identity);
    made.set(kind, hook);
    return await hook;
  };
}

/** The person whose subject this is, as the identity provider of tests signs in. */
export function identityOf(subject: string) {
  return { issuer: "https://idp.example", subject, email: `${subject}@example.com` };
}

function documentIdOf(projectId: string): Id<"projects"> {
  return projectId.slice(publicId("projects", "" as Id<"projects">).length) as Id<"projects">;
}

class NotThereYet extends Error {}

function idOf<Table extends TableNames>(ids: Ids, table: Table, index: number): Id<Table> {
  const made = ids.get(table);
  if (made === undefined) throw new NotThereYet(`There are no rows of ${table} yet.`);
  const id = made[index];
  if (id === undefined) throw new Error(`There is no row ${index} of ${table}.`);
  return id as Id<Table>;
}

type Row = (at: Place) => Record<string, unknown>;

/** Inserts the tables in an order in which rows only name rows that exist. */
async function insertInOrder(
  engine: Ground,
  areas: readonly Area[],
  ids: Ids,
  makeAll: (table: TableNames, row: Row) => Record<string, unknown>[],
): Promise<void> {
  let waiting = areas.flatMap(({ rows }) => Object.entries(rows) as [TableNames, Row][]);
  while (waiting.length > 0) {
    const later: typeof waiting = [];
    for (const [table, row] of waiting) {
      const documents = unlessTooEarly(() => makeAll(table, row));
      if (documents === null) later.push([table, row]);
      else ids.set(table, await insertInParts(engine, table, documents));
    }
    if (later.length === waiting.length)
      throw new Error(`Rows refer to one another: ${later.map(([table]) => table).join()}`);
    waiting = later;
  }
}

function unlessTooEarly<Result>(make: () => Result): Result | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotThereYet) return null;
    throw error;
  }
}

async function insertInParts(engine: Ground, table: string, documents: Record<string, unknown>[]) {
  const ids: string[] = [];
  for (let from = 0; from < documents.length; from += rowsPerCall) {
    ids.push(...(await engine.insertAll(table, documents.slice(from, from + rowsPerCall))));
  }
  return ids;
}
