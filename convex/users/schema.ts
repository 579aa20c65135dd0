import { defineTable } from "convex/server";
import { v } from "convex/values";

export const userTables = {
  // A person. Written when they own a project made by an administrator, sign in, or when the identity provider tells of
  // them; read wherever somebody is named. `email` is unique, and folded to lower case, since addresses are matched
  // without regard to it.
  users: defineTable({
    email: v.string(),
    name: v.optional(v.string()),
    // Their id in the messages of the identity provider, which is the subject of its tokens, from when it has told of them
    // or they have signed in. Unique.
    idpUserId: v.optional(v.string()),
    // The issuer and the subject of the tokens that sign them in, from when they have signed in. Unique. Rows of before
    // issuers were kept have none.
    tokenIdentifier: v.optional(v.string()),
    // Since when the provider has had of them what is here, by its own clock, if it says so.
    idpUpdatedAtMs: v.optional(v.number()),
  })
    .index("by_email", ["email"])
    .index("by_idp_user_id", ["idpUserId"])
    .index("by_token_identifier", ["tokenIdentifier"]),
};
