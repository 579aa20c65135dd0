// Migrations of no version, in place of convex/migrations/all.ts: one gives each learning a severity, the other goes
// over a table that is empty in its tests.
import { overTable } from "../../convex/migrations/migration";
import type { Migration } from "../../convex/migrations/migration";

export const migrations: readonly Migration[] = [
  overTable("severities", "learnings", async (ctx, { _id, severity }) => {
    if (severity === undefined) await ctx.db.patch("learnings", _id, { severity: "low" });
  }),
  overTable("days", "personaDays", () => Promise.reject(new Error("There are no days."))),
];
