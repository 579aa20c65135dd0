// Every change by REST or the dashboard has one entry in the audit log, written in its transaction. The builders of
// mutations call this; no domain does anything for it.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { publicId, publicIdOfAny, publicIdOfRow, rowNamedBy } from "../lib/publicIds";
import type { Actor } from "./actor";
import { actionOf, auditedTables, isAuditedTable, tablesOfDomain, typeOfTable } from "./auditedThings";
import { changesOf } from "./auditEntry";
import type { FieldChange, FieldChanges } from "./auditEntry";
import type { Caller } from "./caller";
import { requireChangesWithin } from "./keyBounds";
import { observeWrites } from "./observedWrites";
import type { Change } from "./observedWrites";
import { idsIn } from "./requestedIds";

export interface AuditSubject {
  type: string;
  id: string;
}

/** Who changes something, and in which project. */
type AuditedCaller = Pick<Caller, "project" | "actor" | "workflowIds">;

interface Request {
  /** What the caller sent. */
  input: unknown;
  requestId: string | null;
}

/** Does the work of a mutation, and writes its entry if the work has written anything. */
export async function audited<Ctx extends MutationCtx & AuditedCaller, Result>(
  ctx: Ctx,
  { input, requestId }: Request,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const { db, hasWritten, changes } = observeWrites(ctx.db, auditedTables);
  const result = await work({ ...ctx, db });
  if (!hasWritten()) return result;
  if (ctx.workflowIds !== undefined) await requireChangesWithin(ctx, ctx.workflowIds, changes());
  const { domain, action } = actionOf((await ctx.meta.getFunctionMetadata()).name);
  const requested = typeof input === "object" && input !== null ? input : {};
  const told = tell(ctx, choose(ctx, domain, changes(), requested), requested);
  if (told === null) return result;
  await writeEntry(ctx, ctx.project._id, { actor: ctx.actor, action, requestId, outcome: "success", ...told });
  return result;
}

const refusalIntervalMs = 60_000;
/** A caller that has done the same to more other things within the minute gets a second entry of a refusal. */
const maxRecentEntries = 100;

interface Refusal {
  actor: Actor;
  functionName: string;
  requestId: string;
}

/** At most one entry in a minute for each actor and action, so that repeated tries do not fill the log. */
export async function recordRefusalOf(
  ctx: Pick<MutationCtx, "db">,
  projectId: Id<"projects">,
  { actor, functionName, requestId }: Refusal,
): Promise<void> {
  const { action } = actionOf(functionName);
  const recent = await ctx.db
    .query("auditEntries")
    .withIndex("by_actor_and_action", (q) =>
      q
        .eq("projectId", projectId)
        .eq("actorId", actor.id ?? undefined)
        .eq("action", action)
        .gt("_creationTime", Date.now() - refusalIntervalMs),
    )
    .order("desc")
    .take(maxRecentEntries);
  if (recent.some(({ outcome }) => outcome === "refused")) return;
  await writeEntry(ctx, projectId, { actor, action, subject: null, requestId, changes: {}, outcome: "refused" });
}

interface Entry {
  actor: Actor;
  action: string;
  subject: AuditSubject | null;
  requestId: string | null;
  changes: FieldChanges;
  outcome: "success" | "refused";
}

export async function writeEntry(
  ctx: Pick<MutationCtx, "db">,
  projectId: Id<"projects">,
  { subject, changes, actor, ...entry }: Entry,
): Promise<void> {
  await ctx.db.insert("auditEntries", {
    projectId,
    ...entry,
    actor,
    // The system and runners with the shared secret have no id.
    ...omitNullish({ actorId: actor.id, subjectType: subject?.type, subjectId: subject?.id }),
    changes: JSON.stringify(changes),
  });
}

type Choice =
  | { kind: "one"; change: Change }
  | { kind: "many"; changes: readonly Change[] }
  | { kind: "named"; subject: AuditSubject; made: readonly Change[] }
  | { kind: "none" };

/**
 * What the action is about: a row of the domain's own table; or else what the request names, as for a message to a
 * sandbox; or else another row that was written.
 */
function choose(ctx: Scope, domain: string, changes: readonly Change[], requested: object): Choice {
  const tables: readonly string[] = tablesOfDomain(domain);
  const own = changes.filter(({ table }) => tables.includes(table));
  if (own.length > 0) return chooseAmong(ctx, own, requested);
  const subject = subjectNamed(ctx, requested);
  if (subject !== null) return { kind: "named", subject, made: changes.filter(({ before }) => before === null) };
  return chooseAmong(ctx, changes, requested);
}

/** The rows that the request names, or else all that it has made in one table. */
function chooseAmong(ctx: Scope, changes: readonly Change[], requested: object): Choice {
  const ids = new Set<unknown>(idsIn(requested));
  const named = changes.filter((change) => ids.has(subjectOf(ctx, change).id));
  if (named.length > 1) return { kind: "many", changes: named };
  const [change = changes[0]] = named;
  if (change === undefined) return { kind: "none" };
  const areMadeAlike =
    changes.length > 1 && changes.every(({ table, before }) => table === change.table && before === null);
  return named.length === 0 && areMadeAlike ? { kind: "many", changes } : { kind: "one", change };
}

function subjectNamed({ db }: Scope, requested: object): AuditSubject | null {
  for (const id of idsIn(requested)) {
    const table = rowNamedBy(db, id)?.table;
    if (table !== undefined && isAuditedTable(table)) return { type: typeOfTable(table), id };
  }
  return null;
}

type Scope = MutationCtx & AuditedCaller;

/** Null when an update has left everything as it was. */
function tell(ctx: Scope, choice: Choice, requested: object): Pick<Entry, "subject" | "changes"> | null {
  switch (choice.kind) {
    case "none":
      return { subject: null, changes: {} };
    case "one": {
      const { change } = choice;
      const likely = idsIn(requested);
      const showText = (text: string) => publicIdOfAny(ctx, text, likely) ?? text;
      const changes = changesOf(change, requested, showText);
      const isSame = change.before !== null && change.after !== null && Object.keys(changes).length === 0;
      return isSame ? null : { subject: subjectOf(ctx, change), changes };
    }
    case "many":
      return { subject: null, changes: { ids: madeOf(ctx, choice.changes) } };
    case "named": {
      const { subject, made } = choice;
      return { subject, changes: made.length === 0 ? {} : { made: madeOf(ctx, made) } };
    }
  }
}

function madeOf(ctx: Scope, changes: readonly Change[]): FieldChange {
  return { from: null, to: changes.map((change) => subjectOf(ctx, change).id) };
}

function subjectOf({ project }: AuditedCaller, { table, id, before, after }: Change): AuditSubject {
  if (!isAuditedTable(table)) throw new Error(`The audit log does not know the table ${table}.`);
  const type = typeOfTable(table);
  const row = after ?? before ?? {};
  switch (table) {
    // The API names a member by the person.
    case "projectMembers":
      return { type, id: publicIdOfRow("users", String(row["userId"])) ?? id };
    case "projectSettings":
      return { type, id: publicId("projects", project._id) };
    case "providerKeys":
      return { type, id: String(row["provider"]) };
    case "assets":
      return { type: String(row["kind"]), id: publicIdOfRow(table, id, row["kind"]) ?? id };
    default:
      return { type, id: publicIdOfRow(table, id) ?? id };
  }
}
