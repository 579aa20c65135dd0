// What requests for many documents may say.
import * as z from "zod/mini";

/** `z.strictObject({ issueIds: bulkIds() })`. Repetitions are no error: `ownedDocuments` passes over them. */
export const bulkIds = () => z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(100));
