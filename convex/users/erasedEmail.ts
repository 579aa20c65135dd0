// Takes the address of a person who has left out of the audit log: the entries about invitations name it.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** What is done with invitations. Other entries name people by their ids and names. */
const actions = ["members.invite", "members.remove"];
const entriesPerBatch = 200;

export interface ErasedEmail {
  projectId: Id<"projects">;
  action: string;
  email: string;
  /** The time of the last entry that was looked at. */
  afterMs: number;
}

/** Many projects may have many entries, so each has transactions of its own. */
export async function eraseEmailLater(ctx: MutationCtx, projectId: Id<"projects">, email: string): Promise<void> {
  const { forgetAddress } = internal.users.scheduled;
  for (const action of actions)
    await ctx.scheduler.runAfter(0, forgetAddress, { projectId, action, email, afterMs: 0 });
}

/** Looks at one batch of entries, and schedules the rest if there may be more. */
export async function eraseEmailIn(ctx: MutationCtx, { projectId, action, email, afterMs }: ErasedEmail) {
  const entries = await ctx.db
    .query("auditEntries")
    .withIndex("by_action", (q) => q.eq("projectId", projectId).eq("action", action).gt("_creationTime", afterMs))
    .take(entriesPerBatch);
  const named = JSON.stringify(email);
  for (const { _id, changes } of entries) {
    if (changes.includes(named))
      await ctx.db.patch("auditEntries", _id, { changes: changes.replaceAll(named, '"deleted_user"') });
  }
  const last = entries.at(-1);
  if (last === undefined || entries.length < entriesPerBatch) return;
  const rest = { projectId, action, email, afterMs: last._creationTime };
  await ctx.scheduler.runAfter(0, internal.users.scheduled.forgetAddress, rest);
}
