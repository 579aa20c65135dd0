// Reads the documents of an operation that changes many or none. The schema of such a request is in fields.ts.
import { getConvexSize } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getOwn } from "./getDocument";
import type { OwnedEntity } from "./getDocument";
import type { TableOf } from "./publicIds";
import { tooLargeTogether } from "./transactionBudget";

const readAtOnce = 10;
/** A transaction may read 16 MiB. Each document is read at least once more when it is changed. */
const bytesRead = 16_000_000;

/**
 * Returns documents of the caller's project, each once, in the order of the ids. Throws as `getOwn` does, and
 * VALIDATION when they are too large for one transaction that reads each of them `timesRead` times.
 */
export async function getManyOwn<Name extends OwnedEntity>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  { field, ids, timesRead = 2 }: { field: string; ids: readonly string[]; timesRead?: number },
): Promise<Doc<TableOf<Name>>[]> {
  const documents = new Map<string, Doc<TableOf<Name>>>();
  let bytes = 0;
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const batch = ids.slice(start, start + readAtOnce);
    for (const document of await Promise.all(batch.map((id) => getOwn(ctx, name, id)))) {
      documents.set(document._id, document);
      bytes += getConvexSize(document);
    }
    if (bytes * timesRead > bytesRead) throw tooLargeTogether(field);
  }
  return [...documents.values()];
}
