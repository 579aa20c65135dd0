// Operations on many documents, of which all change or none does. What requests may say is in bulkIds.ts.
import { getConvexSize } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ownedDocument } from "./named";
import type { OwnedName } from "./named";
import type { TableOf } from "./publicIds";
import { tooMuch } from "./stages";

const readAtOnce = 10;
/** Of the 16 MiB that a transaction may read. Whatever is done with a document reads it once more at least. */
const bytesRead = 16_000_000;

/**
 * The documents of the caller's project, each once, in the order of the ids. Throws as `ownedDocument` does for any of
 * them, and VALIDATION when they are too large for one transaction that reads each `timesRead` times, so that an
 * operation that asks for its documents first changes all or nothing.
 */
export async function ownedDocuments<Name extends OwnedName>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  { field, ids, timesRead = 2 }: { field: string; ids: readonly string[]; timesRead?: number },
): Promise<Doc<TableOf<Name>>[]> {
  const documents = new Map<string, Doc<TableOf<Name>>>();
  let bytes = 0;
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const batch = ids.slice(start, start + readAtOnce);
    for (const document of await Promise.all(batch.map((id) => ownedDocument(ctx, name, id)))) {
      documents.set(document._id, document);
      bytes += getConvexSize(document);
    }
    if (bytes * timesRead > bytesRead) throw tooMuch(field);
  }
  return [...documents.values()];
}
