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
} as const satisfies Partial<Record<TableNames, { prefix: string; noun: string }>>;

type PublicTable = keyof typeof kinds;

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

export function idNamesNothing(table: PublicTable, text: string): ApiError {
  // Refusals are kept for repeats and may be logged, and somebody may have sent a key in place of its id: only what can
  // be an id is repeated.
  const named = /^[a-z0-9_]{0,45}$/.test(text) ? `the id ${text}` : "this id";
  return apiError("NOT_FOUND", `There is no ${kinds[table].noun} with ${named}.`);
}
