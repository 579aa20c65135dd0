// The events of the identity provider that have an effect here.
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const userEvent = v.union(
  // `email` and `name` are null when the user has none at the provider, `updatedAtMs` when the message has none.
  v.object({
    kind: v.literal("present"),
    idpUserId: v.string(),
    email: v.union(v.string(), v.null()),
    name: v.union(v.string(), v.null()),
    updatedAtMs: v.union(v.number(), v.null()),
  }),
  v.object({ kind: v.literal("deleted"), idpUserId: v.string(), email: v.union(v.string(), v.null()) }),
);
export type UserEvent = Infer<typeof userEvent>;
