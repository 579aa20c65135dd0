// What an operator watches of the application and its database.
import { statfs } from "node:fs/promises";
import type { Database } from "../database/database";
import { counter, gauge, type Family } from "../metrics/family";
import { countWaitingJobs, oldestDueAt } from "./jobs/jobs";

interface Watched {
  database: Database;
  /** The folder of the data directory. */
  folder: string;
  now: () => number;
  hasCode: boolean;
  conflicts: number;
}

export async function applicationMetrics({ database, folder, now, hasCode, conflicts }: Watched): Promise<Family[]> {
  const { commits, mutations, failures } = database.writer.counts;
  const { fileBytes, logBytes } = database.sizes();
  const free = await freeBytes(folder);
  return [
    gauge("engine_code_pushed", "1 when code has been pushed.", Number(hasCode)),
    counter("engine_commits", "Commits of the database. Several mutations share one.", commits),
    counter("engine_mutations", "Mutations that are durable.", mutations),
    counter("engine_failed_commits", "Commits that failed. Their mutations were refused.", failures),
    counter("engine_conflicts", "Conflicts of mutations. None when mutations run one after another.", conflicts),
    gauge("engine_writes_failing", "1 when the last write has failed.", Number(database.writer.hasFailed)),
    gauge("engine_database_bytes", "Size of the database's file.", fileBytes, "bytes"),
    gauge("engine_write_ahead_log_bytes", "Size of the database's write-ahead log.", logBytes, "bytes"),
    ...(free === null ? [] : [gauge("engine_disk_free_bytes", "Free space of the data directory.", free, "bytes")]),
    ...scheduleMetrics(database, now()),
  ];
}

function scheduleMetrics(database: Database, nowMs: number): Family[] {
  const dueAt = oldestDueAt(database);
  const lateS = dueAt === null ? 0 : Math.max(0, nowMs - dueAt) / 1000;
  const help = "How long the scheduled function that is due first has been due.";
  return [
    gauge(
      "engine_scheduled_functions",
      "Scheduled functions that wait, counted up to 100000.",
      countWaitingJobs(database),
    ),
    gauge("engine_scheduled_functions_late_seconds", help, lateS, "seconds"),
  ];
}

/** Null where the file system does not say. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
