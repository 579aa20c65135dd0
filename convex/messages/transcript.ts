// Messages are in the order of the runner's times. Those with the same time keep the order of their writing.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { sizeOfMessage } from "./chunks";

type Message = Doc<"messages">;

/** The bound fits into what one transaction may read and one answer may hold. */
const maxPart = { messages: 4000, weight: 3_000_000 };

/** Returns a part of the transcript, from its beginning or after a message. The next call continues it. */
export async function readTranscript(
  ctx: QueryCtx,
  { _id }: Doc<"sandboxes">,
  after: Message | null,
): Promise<Message[]> {
  const byTime = () => ctx.db.query("messages");
  if (after === null)
    return await readPart(ctx, [byTime().withIndex("by_sandbox_and_time", (q) => q.eq("sandboxId", _id))]);
  const { atMs, _creationTime } = after;
  return await readPart(ctx, [
    byTime().withIndex("by_sandbox_and_time", (q) =>
      q.eq("sandboxId", _id).eq("atMs", atMs).gt("_creationTime", _creationTime),
    ),
    byTime().withIndex("by_sandbox_and_time", (q) => q.eq("sandboxId", _id).gt("atMs", atMs)),
  ]);
}

async function readPart(ctx: QueryCtx, ranges: AsyncIterable<Message>[]): Promise<Message[]> {
  const part: Message[] = [];
  let weight = 0;
  for (const range of ranges) {
    for await (const message of range) {
      weight += await sizeOfMessage(ctx, message);
      if (weight > maxPart.weight) return part;
      part.push(message);
      if (part.length === maxPart.messages) return part;
    }
  }
  return part;
}
