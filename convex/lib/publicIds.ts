// Public ids, which clients see: a prefix that says what kind of thing is named, followed by the document's id. The
// thing is a row of a table, or a row of one kind where a table has several.
import type { Id, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "./errors";
import type { ApiError } from "./errors";

interface Naming {
  prefix: string;
  noun: string;
}

const tables = {
  users: { prefix: "user_", noun: "user" },
  projects: { prefix: "proj_", noun: "project" },
  projectMembers: { prefix: "member_", noun: "member" },
  projectInvitations: { prefix: "inv_", noun: "invitation" },
  apiKeys: { prefix: "key_", noun: "API key" },
  runnerTokens: { prefix: "rtok_", noun: "runner token" },
  budgets: { prefix: "bud_", noun: "budget" },
  webhooks: { prefix: "wh_", noun: "webhook" },
  webhookDeliveries: { prefix: "whd_", noun: "delivery" },
  notifications: { prefix: "notif_", noun: "notification" },
  mergeRuns: { prefix: "merge_", noun: "merge run" },
  sprintChains: { prefix: "sc_", noun: "sprint chain" },
  recurringTasks: { prefix: "rt_", noun: "recurring task" },
  issues: { prefix: "issue_", noun: "issue" },
  issueSessions: { prefix: "is_", noun: "issue session" },
  issueSessionSteps: { prefix: "iss_", noun: "step of an issue session" },
  answeringSessions: { prefix: "as_", noun: "answering session" },
  sessionQuestions: { prefix: "sq_", noun: "session question" },
  workChains: { prefix: "wc_", noun: "work chain" },
  learnings: { prefix: "learn_", noun: "learning" },
  learningVersions: { prefix: "lv_", noun: "learning version" },
  personas: { prefix: "persona_", noun: "persona" },
  personaVersions: { prefix: "pv_", noun: "persona version" },
  workflows: { prefix: "wf_", noun: "workflow" },
  runs: { prefix: "r_", noun: "run" },
  bulkActions: { prefix: "bulk_", noun: "bulk action" },
  runSteps: { prefix: "rs_", noun: "run step" },
  runQuestions: { prefix: "rq_", noun: "question of a run" },
  inboundHooks: { prefix: "hook_", noun: "hook" },
  artifacts: { prefix: "art_", noun: "artifact" },
  runFeedback: { prefix: "fb_", noun: "item of feedback" },
  events: { prefix: "ev_", noun: "event" },
  // The same prefix: an event of a run that is also in the feed of its project has one id in both.
  runEvents: { prefix: "ev_", noun: "event" },
  sandboxes: { prefix: "sb_", noun: "sandbox" },
  messages: { prefix: "msg_", noun: "message" },
  jobs: { prefix: "job_", noun: "job" },
  repositoryChecks: { prefix: "rc_", noun: "check of a repository" },
  usageRecords: { prefix: "usage_", noun: "usage record" },
  inboxItems: { prefix: "inbox_", noun: "item of the inbox" },
  auditEntries: { prefix: "aud_", noun: "entry of the audit log" },
  trashItems: { prefix: "trash_", noun: "item in the trash" },
} as const satisfies Partial<Record<TableNames, Naming>>;

/** Things that share a table with others. The field `kind` of a row says which it is. */
const kinds = {
  contexts: { table: "assets", kind: "context", prefix: "ctx_", noun: "context" },
  skills: { table: "assets", kind: "skill", prefix: "skill_", noun: "skill" },
  commands: { table: "assets", kind: "command", prefix: "cmd_", noun: "command" },
  scripts: { table: "assets", kind: "script", prefix: "scr_", noun: "script" },
  contextVersions: { table: "assetVersions", kind: "context", prefix: "cv_", noun: "version of a context" },
  skillVersions: { table: "assetVersions", kind: "skill", prefix: "skillv_", noun: "version of a skill" },
  commandVersions: { table: "assetVersions", kind: "command", prefix: "cmdv_", noun: "version of a command" },
  scriptVersions: { table: "assetVersions", kind: "script", prefix: "scrv_", noun: "version of a script" },
} as const satisfies Record<string, Naming & { table: TableNames; kind: string }>;

type Tables = keyof typeof tables;
type Kinds = keyof typeof kinds;

export type EntityName = Tables | Kinds;

export type TableOf<Name extends EntityName> = Name extends Kinds
  ? (typeof kinds)[Name]["table"]
  : Extract<Name, Tables>;

export function publicId<Name extends EntityName>(name: Name, id: Id<TableOf<Name>>): string {
  return namingOf(name).prefix + id;
}

/** The public id of an optional reference. Null when there is none. */
export function publicIdOrNull<Name extends EntityName>(name: Name, id: Id<TableOf<Name>> | undefined): string | null {
  return id === undefined ? null : publicId(name, id);
}

const namingByTable: ReadonlyMap<string, Naming> = new Map(Object.entries(tables));
const namingsOfKinds: readonly (Naming & { table: string; kind: string })[] = Object.values(kinds);

/** The public id of a row of whichever table. Null when clients see no id of such rows. */
export function publicIdOfRow(table: string, id: string, kind?: unknown): string | null {
  const naming = namingByTable.get(table) ?? namingsOfKinds.find((row) => row.table === table && row.kind === kind);
  return naming === undefined ? null : naming.prefix + id;
}

/**
 * The public id of the document, of whichever table, that `text` is the id of. Null when it is not the id of one. It is
 * looked for among the public ids `likely` first, because asking for each table takes long.
 */
export function publicIdOfAny(ctx: Pick<QueryCtx, "db">, text: string, likely: readonly string[]): string | null {
  if (!/^[a-z0-9]{31,37}$/.test(text)) return null;
  const known = likely.find((id) => id.endsWith(`_${text}`));
  if (known !== undefined) return known;
  const table = (Object.keys(tables) as Tables[]).find((name) => ctx.db.normalizeId(name, text) !== null);
  return table === undefined ? null : tables[table].prefix + text;
}

/** The table and the id of the row of which `text` is a public id. Null when it is not one, or of a kind in a table. */
export function rowNamedBy(db: QueryCtx["db"], text: string): { table: Tables; id: string } | null {
  for (const table of Object.keys(tables) as Tables[]) {
    const { prefix } = tables[table];
    const id = text.startsWith(prefix) ? db.normalizeId(table, text.slice(prefix.length)) : null;
    if (id !== null) return { table, id };
  }
  return null;
}

/** Every object in an answer has its id under two names, `id` and `_id`. */
export interface Ids {
  id: string;
  _id: string;
}

/** Adds both ids to the other fields of a view. */
export function withIds<Name extends EntityName, Fields extends object>(
  name: Name,
  documentId: Id<TableOf<Name>>,
  fields: Fields,
): Ids & Fields {
  const id = publicId(name, documentId);
  return { id, _id: id, ...fields };
}

/** The answer to an operation on many documents: their public ids and their number. */
export function idsOfAll<Name extends EntityName>(name: Name, rows: { _id: Id<TableOf<Name>> }[]) {
  return { ids: rows.map(({ _id }) => publicId(name, _id)), count: rows.length };
}

export function tableOf<Name extends EntityName>(name: Name): TableOf<Name> {
  // The type of this function says which table it is, but the compiler cannot follow that here.
  return (isKind(name) ? kinds[name].table : name) as TableOf<Name>;
}

/** The value of `kind` in the rows that `name` means. Null when `name` means all rows of a table. */
export function kindOf(name: EntityName): string | null {
  return isKind(name) ? kinds[name].kind : null;
}

/** Throws NOT_FOUND for a malformed id or one of another kind of thing. The document itself may not exist. */
export function documentId<Name extends EntityName>(ctx: QueryCtx, name: Name, text: string): Id<TableOf<Name>> {
  const { prefix } = namingOf(name);
  const id = text.startsWith(prefix) ? ctx.db.normalizeId(tableOf(name), text.slice(prefix.length)) : null;
  if (id === null) throw notFound(name, text);
  return id;
}

/** Whether `text` has the prefix of this kind, for fields that accept ids of several kinds. */
export function isIdOf(name: EntityName, text: string): boolean {
  return text.startsWith(namingOf(name).prefix);
}

/** The noun for messages, such as `run`. */
export function nounOf(name: EntityName): string {
  return namingOf(name).noun;
}

export function notFound(name: EntityName, text: string): ApiError {
  // The message repeats only a text that can be an id. Refusals are stored for repeated requests and may be logged, and
  // a caller may have sent a secret key in place of an id.
  const named = /^[a-z0-9_]{0,45}$/.test(text) ? `the id ${text}` : "this id";
  return apiError("NOT_FOUND", `There is no ${nounOf(name)} with ${named}.`);
}

function namingOf(name: EntityName): Naming {
  return isKind(name) ? kinds[name] : tables[name];
}

function isKind(name: EntityName): name is Kinds {
  return Object.hasOwn(kinds, name);
}
