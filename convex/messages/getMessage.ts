// Finds the message that the runner means. The runner uses its own ids, which are unique only within a sandbox. When a
// call names no sandbox, a message that still streams is preferred to finished ones; when several stream, the call is
// refused.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { RunnerAccess } from "../callback/builders";
import { invalid } from "../lib/errors";
import { notFound, publicId } from "../lib/publicIds";
import { getForRunner } from "../lib/getDocument";

type Message = Doc<"messages">;
type Sandbox = Doc<"sandboxes">;

type RunnerCtx = QueryCtx & RunnerAccess;

export interface MessageReference {
  /** The runner's id of the message, or ours. */
  messageId: string;
  sandboxId?: string | null | undefined;
}

/** Returns the message with its sandbox. Throws NOT_FOUND, and VALIDATION when several messages match. */
export async function getMessage(
  ctx: RunnerCtx,
  name: MessageReference,
): Promise<{ message: Message; sandbox: Sandbox }> {
  if (name.sandboxId == null) {
    const message = (await findAnywhere(ctx, name.messageId)) ?? (await getForRunner(ctx, "messages", name.messageId));
    return { message, sandbox: await getForRunner(ctx, "sandboxes", publicId("sandboxes", message.sandboxId)) };
  }
  const sandbox = await getForRunner(ctx, "sandboxes", name.sandboxId);
  const message = (await findIn(ctx, sandbox, name.messageId)) ?? (await getForRunner(ctx, "messages", name.messageId));
  if (message.sandboxId !== sandbox._id) throw notFound("messages", name.messageId);
  return { message, sandbox };
}

async function findIn(ctx: QueryCtx, { _id }: Sandbox, messageId: string): Promise<Message | null> {
  return await ctx.db
    .query("messages")
    .withIndex("by_sandbox_and_message", (q) => q.eq("sandboxId", _id).eq("messageId", messageId))
    .unique();
}

async function findAnywhere(ctx: RunnerCtx, messageId: string): Promise<Message | null> {
  const [message, another] = await newest(ctx, messageId, "streaming");
  if (another !== undefined) {
    throw invalid("messageId", `messageId: several sandboxes have a message with this id; send sandboxId, too.`);
  }
  return message ?? (await newest(ctx, messageId, "complete"))[0] ?? null;
}

async function newest(ctx: RunnerCtx, messageId: string, status: Message["status"]): Promise<Message[]> {
  return await withMessageId(ctx, messageId, status).order("desc").take(2);
}

/** Other projects may have very many messages with this id, so a runner with a token reads a range of its project. */
function withMessageId({ db, token }: RunnerCtx, messageId: string, status: Message["status"]) {
  const messages = db.query("messages");
  if (token === null) return messages.withIndex("by_message", (q) => q.eq("messageId", messageId).eq("status", status));
  return messages.withIndex("by_project_and_message", (q) =>
    q.eq("projectId", token.projectId).eq("messageId", messageId).eq("status", status),
  );
}
