import type { QueryCtx } from "../_generated/server";
import { isoTime } from "../lib/times";
import { migrationNames, progressOf } from "../lib/migrations";

/** The progress of a migration. It must be a type and not an interface, because Convex functions return it. */
export type MigrationView = {
  name: string;
  status: "pending" | "running" | "finished";
  rows: number;
  /** The time of the last step, or of the start. Null for a migration that has not been started. */
  movedAt: string | null;
};

export async function presentMigrations(ctx: QueryCtx): Promise<MigrationView[]> {
  return await Promise.all(
    migrationNames.map(async (name) => {
      const progress = await progressOf(ctx, name);
      if (progress === null) return { name, status: "pending", rows: 0, movedAt: null } as const;
      const { rows, movedAtMs, finishedAtMs } = progress;
      const status = finishedAtMs === undefined ? "running" : "finished";
      return { name, status, rows, movedAt: isoTime(movedAtMs) } as const;
    }),
  );
}
