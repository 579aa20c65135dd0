import type { QueryCtx } from "../_generated/server";
import { isoTime } from "../lib/times";
import { migrationNames, progressOf } from "../lib/migrations";

/** A type and not an interface, as it is the result of functions. */
export type MigrationView = {
  name: string;
  status: "pending" | "running" | "finished";
  rows: number;
  /** Of its last step, or of its start; null before. */
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
