// What the identity provider tells, as far as it concerns us.
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const userEvent = v.union(
  // `email` and `name` are null for who has none there, `updatedAtMs` where it is not told since when they are so.
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
