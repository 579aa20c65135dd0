/** Every migration there is, the oldest first. A name stays as it is: it is how a deployment knows what it has done. */
export const migrationNames = ["rolesOfLearnings"] as const;

export type MigrationName = (typeof migrationNames)[number];
