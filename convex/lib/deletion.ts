// The fields of documents that can be put into the trash. An index over such a table has `deletedAtMs` right after what
// it belongs to, so that lists of what is there read nothing else.
import { v } from "convex/values";

export const deletionFields = {
  /** Absent while the document is not in the trash. */
  deletedAtMs: v.optional(v.number()),
};
