import { defineTable } from "convex/server";
import { v } from "convex/values";

export const userTables = {
  // A person. Written when they own a project made by an administrator or sign in; read wherever somebody is named.
  // `email` is kept folded to lower case, since addresses are matched without regard to it.
  users: defineTable({
    email: v.string(),
  }).index("by_email", ["email"]),
};
