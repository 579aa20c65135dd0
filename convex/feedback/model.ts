// The items of feedback. An item that says something new is open again, and whatever opens one is told to the rule by
// which its run continues.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { getOrThrow } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { shortTitle } from "../lib/textLength";
import { appendEvent } from "../runEvents/model";
import { isNamed } from "../runs/feedback";
import { considerFollowUp } from "../runs/followUp";
import type { AddRequest, ItemRequest } from "./requests";
import { isTrusted } from "./trust";

type Run = Doc<"runs">;
type Item = Doc<"runFeedback">;

type Outcome = "added" | "updated" | "known";

export type Report = Record<Outcome, number>;

/** Each key must occur once. */
export async function reportItems(
  ctx: MutationCtx,
  run: Run,
  items: readonly ItemRequest[],
  by: Actor,
): Promise<Report> {
  const report: Report = { added: 0, updated: 0, known: 0 };
  let hasNews = false;
  for (const item of items) {
    const { outcome, row } = await reportItem(ctx, run, item);
    report[outcome] += 1;
    hasNews ||= outcome !== "known" && isNews(run, row);
  }
  const { added, updated } = report;
  if (added + updated > 0) await tell(ctx, run, { added, updated, by, hasNews });
  return report;
}

async function reportItem(ctx: MutationCtx, run: Run, item: ItemRequest): Promise<{ outcome: Outcome; row: Item }> {
  const before = await findItem(ctx, run, item.key);
  if (before === null) return { outcome: "added", row: await insertItem(ctx, run, item) };
  const isEnded = item.isResolved === true;
  const says = contentOf(item);
  if (saysTheSame(before, says)) {
    if (!isEnded || before.status === "resolved") return { outcome: "known", row: await withPlace(ctx, before, item) };
    return { outcome: "updated", row: await patchAndReturn(ctx, "runFeedback", before, { status: "resolved" }) };
  }
  const row = await patchAndReturn(ctx, "runFeedback", before, {
    path: undefined,
    line: undefined,
    url: undefined,
    author: undefined,
    ...says,
    ...originOf(run, item),
    status: isEnded ? "resolved" : "open",
    ...newRevision(before),
  });
  return { outcome: "updated", row };
}

async function insertItem(ctx: MutationCtx, run: Run, item: ItemRequest): Promise<Item> {
  const { _id: runId, projectId } = run;
  const id = await ctx.db.insert("runFeedback", {
    projectId,
    runId,
    key: item.key,
    ...contentOf(item),
    ...originOf(run, item),
    status: item.isResolved === true ? "resolved" : "open",
    revision: 1,
  });
  return await getOrThrow(ctx, "runFeedback", id);
}

async function findItem(ctx: QueryCtx, { _id: runId }: Run, key: string): Promise<Item | null> {
  return await ctx.db
    .query("runFeedback")
    .withIndex("by_key", (q) => q.eq("runId", runId).eq("key", key))
    .unique();
}

/** Each push moves the lines that comments are about, so another place opens nothing again. */
async function withPlace(ctx: MutationCtx, before: Item, { path, line }: ItemRequest): Promise<Item> {
  const place = { path: path ?? undefined, line: line ?? undefined };
  if (before.path === place.path && before.line === place.line) return before;
  return await patchAndReturn(ctx, "runFeedback", before, place);
}

type Content = Pick<Item, "kind" | "title" | "text" | "path" | "line">;

function contentOf({ kind, title, text, path, line }: ItemRequest): Content {
  return { kind, title, text, ...omitNullish({ path, line }) };
}

function saysTheSame(item: Item, content: Content): boolean {
  return (["kind", "title", "text"] as const).every((field) => item[field] === content[field]);
}

/** An open item of the code host, as far as the runner must know it to see that it has ended. */
export type ReportedItem = Pick<ItemRequest, "key" | "kind" | "title">;

const maxReported = 500;

/** The newest ones, and none of those that people have said here. */
export async function listReported(ctx: QueryCtx, { _id: runId }: Run): Promise<ReportedItem[]> {
  const open = await ctx.db
    .query("runFeedback")
    .withIndex("by_run_and_status", (q) => q.eq("runId", runId).eq("status", "open"))
    .order("desc")
    .take(maxReported);
  return open.flatMap(({ key, kind, title }) => (key === undefined || kind === "person" ? [] : { key, kind, title }));
}

function originOf(run: Run, item: ItemRequest) {
  const { author, url, at } = item;
  return { isTrusted: isTrusted(run.followUp, item), atMs: at ?? Date.now(), ...omitNullish({ author, url }) };
}

/** What somebody says here. It is trusted, and begins no round by itself. */
export async function addItem(
  ctx: MutationCtx,
  run: Run,
  { text, path, line }: Omit<AddRequest, "runId">,
  by: Actor,
): Promise<Item> {
  const id = await ctx.db.insert("runFeedback", {
    projectId: run.projectId,
    runId: run._id,
    kind: "person",
    title: shortTitle(text),
    text,
    isTrusted: true,
    by,
    atMs: Date.now(),
    status: "open",
    revision: 1,
    ...omitNullish({ path, line }),
  });
  await tell(ctx, run, { added: 1, updated: 0, by, hasNews: false });
  return await getOrThrow(ctx, "runFeedback", id);
}

/** Items of one run that are ignored, or open again. One that already is stays as it is. */
export async function setStatus(
  ctx: MutationCtx,
  run: Run,
  { items, status, by }: { items: readonly Item[]; status: "open" | "ignored"; by: Actor },
): Promise<Item[]> {
  const after = await Promise.all(items.map((item) => withStatus(ctx, item, status)));
  const changed = after.filter((item, index) => item !== items[index]);
  const hasNews = status === "open" && changed.some((item) => isNews(run, item));
  if (changed.length > 0) await tell(ctx, run, { added: 0, updated: changed.length, by, hasNews });
  return after;
}

async function withStatus(ctx: MutationCtx, item: Item, status: "open" | "ignored"): Promise<Item> {
  if (item.status === status) return item;
  return await patchAndReturn(ctx, "runFeedback", item, { status, ...(status === "open" ? newRevision(item) : {}) });
}

/** No round has been given the item as it is now. */
function newRevision({ revision }: Item) {
  return { revision: revision + 1, triedRevision: undefined, round: undefined };
}

/** Whether the item lets the rule of the run wait for silence again. What a stranger says does not. */
function isNews({ followUp }: Run, { kind, status, isTrusted: counts }: Item): boolean {
  return followUp !== undefined && counts && status === "open" && isNamed(followUp, kind);
}

async function tell(
  ctx: MutationCtx,
  run: Run,
  { added, updated, by, hasNews }: Pick<Report, "added" | "updated"> & { by: Actor; hasNews: boolean },
): Promise<void> {
  await appendEvent(ctx, run, { type: "feedback", added, updated, actor: by });
  const after = hasNews ? await patchAndReturn(ctx, "runs", run, { feedbackAtMs: Date.now() }) : run;
  await considerFollowUp(ctx, after, hasNews ? "news" : "change");
}
