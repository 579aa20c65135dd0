// The list of ids in a request about many documents.
import * as z from "zod/mini";

/**
 * For example `z.strictObject({ issueIds: bulkIds() })`. An id may occur twice: `ownedDocuments` returns its document
 * once.
 */
export const bulkIds = () => z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(100));
