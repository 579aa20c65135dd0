import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst, OldestFirst } from "../lib/newestFirst";
import { newestFirstBy } from "../lib/newestFirst";
import { sizeOfMessage } from "./chunks";

type Message = Doc<"messages">;

export function oldestFirst(ctx: QueryCtx, sandboxId: Id<"sandboxes">): OldestFirst<"messages"> {
  return (fromMs) =>
    ctx.db.query("messages").withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId).gte("_creationTime", fromMs));
}

export function newestFirst(ctx: QueryCtx, sandboxId: Id<"sandboxes">): NewestFirst<"messages"> {
  return newestFirstBy(ctx, "messages", "by_sandbox", { sandboxId });
}

export type SizedMessage = Message & { size: number };

/** Weighs messages for lists that also show the text of those that stream. */
export async function* withSizes(ctx: QueryCtx, messages: AsyncIterable<Message>): AsyncGenerator<SizedMessage> {
  for await (const message of messages) yield { ...message, size: await sizeOfMessage(ctx, message) };
}
