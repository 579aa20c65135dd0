// The runners of a project: those that have lately asked for its jobs, and those that hold one. A holder of the shared
// secret belongs to the list only when it holds or has held a job of the project.
import type { Doc, Id } from "../_generated/dataModel";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import type { ReadCtx } from "../callers/caller";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import { isoTime, minuteMs } from "../lib/times";
import { noReport, readReport } from "./reports";
import type { ReportView } from "./reports";

const shownForMs = 10 * minuteMs;
const maxRows = 1000;
/** What runners say about themselves may be long. Beyond so many runners it is shown in pages alone. */
const maxReports = 100;

export type RunnerView = ReportView & {
  runnerId: string;
  /** Null for a holder of the shared secret. */
  tokenId: string | null;
  /** The kinds of jobs for which it has asked. Null: all kinds. */
  kinds: string[] | null;
  /** The time of its last claim, up to 20 seconds early, or of the last heartbeat for a job that it holds. */
  lastSeenAt: string;
  /** The jobs that it holds now. */
  jobIds: string[];
};

interface Found {
  /** Runners with different tokens may have the same name. */
  key: string;
  runnerId: string;
  tokenId: Id<"runnerTokens"> | undefined;
  /** Undefined: all kinds. */
  kinds: Set<string> | undefined;
  lastSeenAtMs: number;
  jobIds: Id<"jobs">[];
}

/** The runners that were seen last come first. */
export async function listRunners(ctx: ReadCtx): Promise<RunnerView[]> {
  const found = await runnersOf(ctx);
  return await Promise.all(found.map((one, place) => present(ctx, one, place < maxReports)));
}

/** Pages stay together as far as runners that are heard meanwhile let them: these move to the front. */
export async function pageOfRunners(ctx: ReadCtx, request: PageRequest): Promise<Page<RunnerView>> {
  const found = await runnersOf(ctx);
  const { project } = ctx;
  const sources = [(fromMs: number) => rowsOf(ctx, found, fromMs)];
  const paged = { project, name: listName("runners", {}), sources };
  return await readPage(paged, request, pageBounds.small, ({ shown }) => shown);
}

/** With what each runner says about itself, so that a page ends when that becomes too much. */
async function* rowsOf(ctx: ReadCtx, found: readonly Found[], fromMs: number) {
  for (const one of found) {
    if (one.lastSeenAtMs > fromMs) continue;
    yield { _id: one.key, _creationTime: one.lastSeenAtMs, shown: await present(ctx, one) };
  }
}

async function runnersOf(ctx: ReadCtx): Promise<Found[]> {
  const projectId = ctx.project._id;
  const rows = await ctx.db
    .query("runners")
    .withIndex("by_project_and_time", (q) => q.eq("projectId", projectId).gt("lastSeenAtMs", Date.now() - shownForMs))
    .order("desc")
    .take(maxRows);
  const claims = await ctx.db
    .query("jobs")
    .withIndex("by_project_and_lease", (q) =>
      q.eq("projectId", projectId).eq("status", "claimed").gt("leaseUntilMs", Date.now()),
    )
    .take(maxRows);
  const found = new Map<string, Found>();
  for (const row of rows) addRow(found, row);
  for (const job of claims) addClaim(found, job);
  return [...found.values()].sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs || (a.key < b.key ? 1 : -1));
}

function addRow(found: Map<string, Found>, { runnerId, tokenId, kinds, lastSeenAtMs }: Doc<"runners">): void {
  const key = keyOf(runnerId, tokenId);
  const known = found.get(key);
  const asked = kinds === "" ? undefined : new Set(kinds.split(" "));
  if (known === undefined) {
    found.set(key, { key, runnerId, tokenId, kinds: asked, lastSeenAtMs, jobIds: [] });
    return;
  }
  known.lastSeenAtMs = Math.max(known.lastSeenAtMs, lastSeenAtMs);
  known.kinds = known.kinds === undefined || asked === undefined ? undefined : new Set([...known.kinds, ...asked]);
}

function addClaim(found: Map<string, Found>, job: Doc<"jobs">): void {
  const { _id, runnerId, tokenId, kind, leaseUntilMs, leaseMs } = job;
  if (runnerId === undefined || leaseUntilMs === undefined || leaseMs === undefined) return;
  const heardAtMs = leaseUntilMs - leaseMs;
  const key = keyOf(runnerId, tokenId);
  const known = found.get(key);
  if (known === undefined) {
    const kinds = new Set<string>([kind]);
    found.set(key, { key, runnerId, tokenId, kinds, lastSeenAtMs: heardAtMs, jobIds: [_id] });
    return;
  }
  known.jobIds.push(_id);
  known.lastSeenAtMs = Math.max(known.lastSeenAtMs, heardAtMs);
  known.kinds?.add(kind);
}

function keyOf(runnerId: string, tokenId: Id<"runnerTokens"> | undefined): string {
  return `${tokenId ?? ""} ${runnerId}`;
}

async function present(ctx: ReadCtx, found: Found, withReport = true): Promise<RunnerView> {
  const { runnerId, tokenId, kinds, lastSeenAtMs, jobIds } = found;
  return {
    ...(withReport ? await readReport(ctx, tokenId, runnerId) : noReport),
    runnerId,
    tokenId: publicIdOrNull("runnerTokens", tokenId),
    kinds: kinds === undefined ? null : [...kinds].sort(),
    lastSeenAt: isoTime(lastSeenAtMs),
    jobIds: jobIds.map((id) => publicId("jobs", id)),
  };
}
