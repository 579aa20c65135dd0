// The fields of documents that can be in the trash. An index over such a table has `deletedAtMs` right after the id of
// the owner, so that lists skip the trash without reading it.
import { v } from "convex/values";

export const deletionFields = {
  /** The time of the deletion. Absent while the document is not in the trash. */
  deletedAtMs: v.optional(v.number()),
};
