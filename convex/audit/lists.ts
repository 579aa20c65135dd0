// The index ranges of the audit log. An actor and an action have an index together; other conditions beside a subject
// are checked row by row.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { createdWithin } from "../lib/newestFirst";
import type { NewestFirst, Within } from "../lib/newestFirst";

export interface AuditFilters {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** The first and the last millisecond of the span. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** The entries that were written at `newestMs` or before, newest first. Some are not asked for (`isAskedFor`). */
export function entriesOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  filters: AuditFilters,
): NewestFirst<"auditEntries"> {
  const { fromMs = 0, toMs } = filters;
  const within = createdWithin({ leastMs: fromMs, beforeMs: toMs === undefined ? undefined : toMs + 1 });
  return (newestMs) => rangeOf(ctx, projectId, filters, within(newestMs)).order("desc");
}

/** The conditions beside a subject. A subject can have many entries, such as a setting that a script changes. */
export function isAskedFor({ actor, action }: AuditFilters): (entry: Doc<"auditEntries">) => boolean {
  return (entry) =>
    (actor === undefined || entry.actorId === actor) && (action === undefined || entry.action === action);
}

/** The range for the conditions that have an index. */
function rangeOf(ctx: QueryCtx, projectId: Id<"projects">, { actor, action, subject }: AuditFilters, within: Within) {
  const entries = ctx.db.query("auditEntries");
  if (subject !== undefined) {
    return entries.withIndex("by_subject", (q) => within(q.eq("projectId", projectId).eq("subjectId", subject)));
  }
  if (actor !== undefined) {
    if (action === undefined) {
      return entries.withIndex("by_actor", (q) => within(q.eq("projectId", projectId).eq("actorId", actor)));
    }
    return entries.withIndex("by_actor_and_action", (q) =>
      within(q.eq("projectId", projectId).eq("actorId", actor).eq("action", action)),
    );
  }
  if (action !== undefined) {
    return entries.withIndex("by_action", (q) => within(q.eq("projectId", projectId).eq("action", action)));
  }
  return entries.withIndex("by_project", (q) => within(q.eq("projectId", projectId)));
}
