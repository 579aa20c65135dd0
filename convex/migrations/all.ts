// The migrations by name. CONTRIBUTING.md says how one is added.
import { indexRoles } from "../learnings/roles";
import { overTable } from "./migration";
import type { Migration } from "./migration";
import type { MigrationName } from "../lib/migrations";

export const migrations: Readonly<Record<MigrationName, Migration>> = {
  // Agents are given the learnings of their role by `learningRoles`, which learnings from before have no rows in.
  rolesOfLearnings: overTable("learnings", indexRoles),
};
