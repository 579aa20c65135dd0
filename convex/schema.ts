// Every table of the product, by the domain that owns it.
import { defineSchema } from "convex/server";
import { apiKeyTables } from "./apiKeys/schema";
import { memberTables } from "./members/schema";
import { projectTables } from "./project/schema";
import { userTables } from "./users/schema";

export default defineSchema({
  ...userTables,
  ...projectTables,
  ...memberTables,
  ...apiKeyTables,
});
