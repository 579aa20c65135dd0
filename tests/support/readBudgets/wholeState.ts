// All documents of an engine at one moment, for tests which show that a request changes nothing, or the same as another
// one.
import { makeFunctionReference } from "convex/server";
import { vi } from "vitest";
import crons from "../../../convex/crons";
import schema from "../../../convex/schema";
import type { MeteredEngine } from "./meteredEngine";

/** Tables that record a request without changing data: the use of the key, and the saved answer. */
const traces = new Set(["apiKeyUses", "apiKeyLastUses", "idempotencyKeys", "idempotencyParts"]);
const tables = Object.keys(schema.tables).filter((table) => !traces.has(table));

/** Each document as JSON, by its table and id. */
type WholeState = ReadonlyMap<string, string>;

interface Found {
  documents: { table: string; id: string; json: string }[];
  isQuiet: boolean;
}

const readAll = makeFunctionReference<"query", { tables: string[]; nowMs: number }, Found>("bulkInsert:readAll");

/** Waits until everything due in the background is done, and returns all documents. */
export async function settledState(engine: MeteredEngine): Promise<WholeState> {
  const read = async () => {
    const found = await engine.call(readAll, { tables, nowMs: Date.now() });
    return found.isQuiet && found;
  };
  const { documents } = await vi.waitUntil(read, { timeout: 60_000, interval: 20 });
  return new Map(documents.map(({ table, id, json }) => [`${table} ${id}`, json]));
}

/** For each table that differs, how many documents were added, changed and removed. */
export type Effect = Record<string, string>;

export function effectBetween(before: WholeState, after: WholeState): Effect {
  const counts = new Map<string, { come: number; changed: number; gone: number }>();
  const count = (place: string, what: "come" | "changed" | "gone") => {
    const table = place.slice(0, place.indexOf(" "));
    const ofTable = counts.get(table) ?? { come: 0, changed: 0, gone: 0 };
    ofTable[what] += 1;
    counts.set(table, ofTable);
  };
  for (const [place, json] of after) {
    if (!before.has(place)) count(place, "come");
    else if (before.get(place) !== json) count(place, "changed");
  }
  for (const place of before.keys()) if (!after.has(place)) count(place, "gone");
  const lines = [...counts].map(
    ([table, { come, changed, gone }]) => [table, `+${come} ~${changed} -${gone}`] as const,
  );
  return Object.fromEntries(lines.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** Whether a cron has run since the uses were last read. */
export function hasCronRun(engine: MeteredEngine): boolean {
  const uses = engine.largestUses();
  return Object.values(crons.crons).some(({ name }) => uses.has(name));
}

/**
 * Returns what `work` changes. When a cron ran meanwhile, `work` is done again, since the cron's changes may be among
 * them.
 */
export async function effectOf(engine: MeteredEngine, work: () => Promise<void>): Promise<Effect> {
  for (;;) {
    const before = await settledState(engine);
    engine.largestUses();
    await work();
    const effect = effectBetween(before, await settledState(engine));
    if (Object.keys(effect).length === 0 || !hasCronRun(engine)) return effect;
  }
}
