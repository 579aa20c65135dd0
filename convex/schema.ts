// Every table of the product, by the domain that owns it.
import { defineSchema } from "convex/server";
import { apiKeyTables } from "./apiKeys/schema";
import { counterTables } from "./counters/schema";
import { idempotencyTables } from "./idempotency/schema";
import { idpTables } from "./idp/schema";
import { memberTables } from "./members/schema";
import { projectTables } from "./project/schema";
import { providerKeyTables } from "./providerKeys/schema";
import { settingsTables } from "./settings/schema";
import { userTables } from "./users/schema";

export default defineSchema({
  ...userTables,
  ...projectTables,
  ...memberTables,
  ...apiKeyTables,
  ...providerKeyTables,
  ...settingsTables,
  ...counterTables,
  ...idempotencyTables,
  ...idpTables,
});
