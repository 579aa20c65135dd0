import { defineTable } from "convex/server";
import { v } from "convex/values";

export const userTables = {
  // People. A row is written when an administrator creates a project for a person, when the person signs in, or when
  // the identity provider reports the person. Everything that shows a person's name reads it. `email` is unique, and in
  // lower case because addresses are compared without regard to case.
  users: defineTable({
    email: v.string(),
    name: v.optional(v.string()),
    // The person's id at the identity provider, which is also the subject of its tokens. Unique. Undefined until the
    // person has signed in or the provider has reported them.
    idpUserId: v.optional(v.string()),
    // The issuer and the subject of the tokens that sign the person in. Unique. Undefined until the person has signed
    // in, and in rows that are older than this field.
    tokenIdentifier: v.optional(v.string()),
    // The time at which the provider last changed this person's data, by the provider's clock. Undefined when the
    // provider did not say.
    idpUpdatedAtMs: v.optional(v.number()),
  })
    .index("by_email", ["email"])
    .index("by_idp_user_id", ["idpUserId"])
    .index("by_token_identifier", ["tokenIdentifier"]),
};
