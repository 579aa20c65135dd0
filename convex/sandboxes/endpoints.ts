import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { cursorAt, listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import type { Doc } from "../_generated/dataModel";
import type { ReadCtx } from "../callers/caller";
import { invalid } from "../lib/errors";
import { getOwn } from "../lib/getDocument";
import { oldestFirst, withSizes } from "../messages/lists";
import type { SizedMessage } from "../messages/lists";
import { presentMessage } from "../messages/present";
import type { MessageView } from "../messages/present";
import * as handlers from "./handlers";
import { presentSandbox } from "./present";
import type { SandboxView } from "./present";
import type { ListRequest, MessagesRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { limit, cursor, ...filters }: ListRequest): Promise<Page<SandboxView>> => {
    const name = listName("sandboxes", filters);
    const paged = { project: ctx.project, name, sources: [await handlers.listSandboxes(ctx, filters)] };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, presentSandbox);
  },
);

export const { get, message } = projectQueries(handlers);

/** Lists messages, oldest first, with the text so far. A page with very long messages is shorter. */
export const messages = projectQuery(
  async (ctx, { id, after, limit, cursor }: MessagesRequest): Promise<Page<MessageView>> => {
    const sandbox = await getOwn(ctx, "sandboxes", id);
    const paged = {
      project: ctx.project,
      name: listName("messages", { id }),
      sources: [(fromMs: number) => withSizes(ctx, oldestFirst(ctx, sandbox._id)(fromMs))],
      isOldestFirst: true as const,
      sizeOf: ({ size }: SizedMessage) => size,
    };
    const start =
      cursor ?? (after === undefined ? undefined : await cursorAt(paged, await messageOf(ctx, sandbox, after)));
    const request = { limit, cursor: start };
    return await readPage(paged, request, pageBounds.usual, (message) => presentMessage(ctx, message));
  },
);

/** Throws NOT_FOUND, FORBIDDEN, and VALIDATION for a message of another sandbox. */
async function messageOf(ctx: ReadCtx, sandbox: Doc<"sandboxes">, after: string): Promise<Doc<"messages">> {
  const message = await getOwn(ctx, "messages", after);
  if (message.sandboxId === sandbox._id) return message;
  throw invalid("after", `after: ${after} is not a message of this sandbox.`);
}

export const { sendMessage, startDevServer, remove } = projectMutations(handlers);
