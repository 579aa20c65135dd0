// Functions that are pushed together with the product, only for tests. They fill a table faster than the product can,
// and read all tables.
import { internalActionGeneric, internalMutationGeneric, internalQueryGeneric } from "convex/server";
import { convexToJson, v } from "convex/values";
import type { GenericId } from "convex/values";

/** A function may not await more than a thousand operations at once. */
const atOnce = 500;

/** Inserts documents and returns their ids in the same order. */
export const insertAll = internalMutationGeneric({
  args: { table: v.string(), documents: v.array(v.any()) },
  handler: async (ctx, { table, documents }): Promise<string[]> => {
    const ids: string[] = [];
    for (let from = 0; from < documents.length; from += atOnce) {
      const some = documents.slice(from, from + atOnce);
      ids.push(...(await Promise.all(some.map((document) => ctx.db.insert(table, document)))));
    }
    return ids;
  },
});

/** Stores a small file and returns its id. It is JSON, as the answers of operations are. */
export const storeFile = internalActionGeneric({
  args: {},
  handler: async (ctx): Promise<string> => await ctx.storage.store(new Blob(['{"passed":3}'])),
});

/** Changes rows directly, for example to let two rows name each other. */
export const patchAll = internalMutationGeneric({
  args: { changes: v.array(v.object({ id: v.string(), change: v.any() })) },
  handler: async (ctx, { changes }): Promise<null> => {
    for (const { id, change } of changes) await ctx.db.patch(id as GenericId<string>, change);
    return null;
  },
});

/** Returns the id of a copy of the row that is deleted at once: a valid id of nothing. */
export const copyAndDelete = internalMutationGeneric({
  args: { table: v.string(), id: v.string() },
  handler: async (ctx, { table, id }): Promise<string> => {
    const { _id, _creationTime, ...row } = (await ctx.db.get(id as GenericId<string>)) ?? {};
    const copy = await ctx.db.insert(table, row);
    await ctx.db.delete(copy);
    return copy;
  },
});

/**
 * Reads all documents. `isQuiet` means that nothing due by that time is still waiting. Crons are not in `later`: they
 * are not scheduled functions.
 */
export const readAll = internalQueryGeneric({
  args: { tables: v.array(v.string()), nowMs: v.number() },
  handler: async (ctx, { tables, nowMs }) => {
    const scheduled = await ctx.db.system.query("_scheduled_functions").collect();
    const isQuiet = !scheduled.some(
      ({ state, scheduledTime }) => state.kind === "inProgress" || (state.kind === "pending" && scheduledTime <= nowMs),
    );
    if (!isQuiet) return { documents: [], later: [], calledOff: [], isQuiet };
    const inState = (kind: string) =>
      scheduled.filter(({ state }) => state.kind === kind).map(({ _id }) => String(_id));
    const documents: { table: string; id: string; json: string }[] = [];
    for (const table of tables) {
      for (const document of await ctx.db.query(table).collect()) {
        documents.push({ table, id: String(document._id), json: JSON.stringify(convexToJson(document)) });
      }
    }
    return { documents, later: inState("pending"), calledOff: inState("canceled"), isQuiet };
  },
});
