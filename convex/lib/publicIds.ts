// Ids as clients see them: a prefix that says what is named, and the document's id.
import type { Id, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import type { ApiError } from "../api/errors";

const kinds = {
  users: { prefix: "user_", noun: "user" },
  projects: { prefix: "proj_", noun: "project" },
  projectMembers: { prefix: "member_", noun: "member" },
  projectInvitations: { prefix: "inv_", noun: "invitation" },
  apiKeys: { prefix: "key_", noun: "API key" },
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
  runSteps: { prefix: "rs_", noun: "run step" },
  sandboxes: { prefix: "sb_", noun: "sandbox" },
  messages: { prefix: "msg_", noun: "message" },
  jobs: { prefix: "job_", noun: "job" },
  usageRecords: { prefix: "usage_", noun: "usage record" },
  trashItems: { prefix: "trash_", noun: "item in the trash" },
} as const satisfies Partial<Record<TableNames, { prefix: string; noun: string }>>;

export type PublicTable = keyof typeof kinds;

export function publicId<Table extends PublicTable>(table: Table, id: Id<Table>): string {
  return kinds[table].prefix + id;
}

/**
 * The document id in a public one. Throws NOT_FOUND when `text` is malformed or names another kind of thing: to who
 * asks, such an id is one that names nothing. Whether a document with it exists is not looked at.
 */
export function documentId<Table extends PublicTable>(ctx: QueryCtx, table: Table, text: string): Id<Table> {
  const { prefix } = kinds[table];
  const id = text.startsWith(prefix) ? ctx.db.normalizeId(table, text.slice(prefix.length)) : null;
  if (id === null) throw idNamesNothing(table, text);
  return id;
}

/** `run`, for sentences. */
export function nounOf(table: PublicTable): string {
  return kinds[table].noun;
}

export function idNamesNothing(table: PublicTable, text: string): ApiError {
  // Refusals are kept for repeats and may be logged, and somebody may have sent a key in place of its id: only what can
  // be an id is repeated.
  const named = /^[a-z0-9_]{0,45}$/.test(text) ? `the id ${text}` : "this id";
  return apiError("NOT_FOUND", `There is no ${kinds[table].noun} with ${named}.`);
}
