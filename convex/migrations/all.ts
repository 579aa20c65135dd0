// The migrations by name. CONTRIBUTING.md says how to add one.
import { indexRoles } from "../learnings/roles";
import { saveOrigins } from "../providerKeys/model";
import { overTable } from "./migration";
import type { Migration } from "./migration";
import type { MigrationName } from "../lib/migrations";

export const migrations: Readonly<Record<MigrationName, Migration>> = {
  // The table `learningRoles` decides which agents receive a learning. Older learnings have no rows in it.
  rolesOfLearnings: overTable("learnings", indexRoles),
  // Keys of code hosts belong to origins. Older keys get the origin of their project's repository.
  originsOfProviderKeys: overTable("providerKeys", saveOrigins),
};
