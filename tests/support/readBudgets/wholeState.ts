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

export interface WholeState {
  /** Each document as JSON, by its table and id. */
  documents: ReadonlyMap<string, string>;
  /** The scheduled functions that wait for a later time, and those that were called off. */
  later: ReadonlySet<string>;
  calledOff: ReadonlySet<string>;
}

interface Found {
  documents: { table: string; id: string; json: string }[];
  later: string[];
  calledOff: string[];
  isQuiet: boolean;
}

const readAll = makeFunctionReference<"query", { tables: string[]; nowMs: number }, Found>("bulkInsert:readAll");

/** Waits until everything due in the background is done, and returns all documents. */
export async function settledState(engine: MeteredEngine): Promise<WholeState> {
  const read = async () => {
    const found = await engine.call(readAll, { tables, nowMs: Date.now() });
    return found.isQuiet && found;
  };
  const { documents, later, calledOff } = await vi.waitUntil(read, { timeout: 60_000, interval: 20 });
  return {
    documents: new Map(documents.map(({ table, id, json }) => [`${table} ${id}`, json])),
    later: new Set(later),
    calledOff: new Set(calledOff),
  };
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
  const [earlier, present] = [before.documents, after.documents];
  for (const [place, json] of present) {
    if (!earlier.has(place)) count(place, "come");
    else if (earlier.get(place) !== json) count(place, "changed");
  }
  for (const place of earlier.keys()) if (!present.has(place)) count(place, "gone");
  const lines = [...counts].map(
    ([table, { come, changed, gone }]) => [table, `+${come} ~${changed} -${gone}`] as const,
  );
  return Object.fromEntries(lines.toSorted(([one], [other]) => one.localeCompare(other)));
}

/**
 * Whether the clock has started something between two states: a cron since the uses were last read, or a function that
 * an earlier request has scheduled for later, such as the next attempt to reach a webhook. Its changes are then among
 * those between the states.
 */
export function hasClockStruck(engine: MeteredEngine, before: WholeState, after: WholeState): boolean {
  const uses = engine.largestUses();
  const hasComeDue = [...before.later].some((id) => !after.later.has(id) && !after.calledOff.has(id));
  return hasComeDue || Object.values(crons.crons).some(({ name }) => uses.has(name));
}

/**
 * Returns what `work` changes. When the clock has started something meanwhile, `work` is done again, since the changes
 * may be of that.
 */
export async function effectOf(engine: MeteredEngine, work: () => Promise<void>): Promise<Effect> {
  for (;;) {
    const before = await settledState(engine);
    engine.largestUses();
    await work();
    const after = await settledState(engine);
    const effect = effectBetween(before, after);
    if (Object.keys(effect).length === 0 || !hasClockStruck(engine, before, after)) return effect;
  }
}
