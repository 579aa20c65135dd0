// Operations on many documents, of which all change or none does. What requests may say is in bulkIds.ts.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ownedDocument } from "./named";
import type { OwnedName } from "./named";
import type { TableOf } from "./publicIds";

/**
 * The documents of the caller's project, each once, in the order of the ids. Throws as `ownedDocument` does for any of
 * them, so that an operation that asks for its documents first changes all or nothing.
 */
export async function ownedDocuments<Name extends OwnedName>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  texts: readonly string[],
): Promise<Doc<TableOf<Name>>[]> {
  const documents = await Promise.all(texts.map((text) => ownedDocument(ctx, name, text)));
  return [...new Map(documents.map((document) => [document._id, document])).values()];
}
