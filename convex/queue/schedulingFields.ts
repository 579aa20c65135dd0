// The fields by which a run, a recurring task or a workflow says when runs go.
import { v } from "convex/values";
import * as z from "zod/mini";
import { trimmedText } from "../lib/fields";
import { literals } from "../lib/literals";
import { conflictRules, minPriority, maxPriority } from "../lib/sharedValues";

export const onConflict = literals(conflictRules);

/** In rows. Absent: those of what starts the run, and in the end 0, none and `queue`. */
export const queueColumns = {
  // A higher one goes first.
  priority: v.optional(v.number()),
  // Runs of a project with the same key run one after the other. `onConflict` says what a new one does.
  conflictKey: v.optional(v.string()),
  onConflict: v.optional(onConflict),
};

/** In requests. Null is as if the field was left out, and in a change it removes the field. */
export const queueFields = () => ({
  priority: z.optional(z.nullable(z.int().check(z.minimum(minPriority), z.maximum(maxPriority)))),
  conflictKey: z.optional(z.nullable(trimmedText(200))),
  onConflict: z.optional(z.nullable(z.enum(conflictRules))),
});
