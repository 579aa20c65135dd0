import { defineTable } from "convex/server";
import { v } from "convex/values";

export const userTables = {
  // People. A row is written when an administrator creates a project for a person, when the person signs in, or when
  // the identity provider reports the person. Everything that shows a person's name reads it. `email` is unique, and in
  // lower case because addresses are compared without regard to case.
  users: defineTable({
    email: v.string(),
    name: v.optional(v.string()),
    // The person's id at the provider. Unique. Undefined until the person signs in or the provider reports them.
    idpUserId: v.optional(v.string()),
    // The issuer and the subject of the person's tokens. Unique. Undefined before the first sign-in.
    tokenIdentifier: v.optional(v.string()),
    // The provider's own time of its last change. Undefined when the provider did not say.
    idpUpdatedAtMs: v.optional(v.number()),
  })
    .index("by_email", ["email"])
    .index("by_idp_user_id", ["idpUserId"])
    .index("by_token_identifier", ["tokenIdentifier"]),
};
