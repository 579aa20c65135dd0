import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
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

export const { get } = projectQueries(handlers);

/** Lists messages, oldest first, with the text so far. A page with very long messages is shorter. */
export const messages = projectQuery(async (ctx, { id, ...request }: MessagesRequest): Promise<Page<MessageView>> => {
  const sandbox = await getOwn(ctx, "sandboxes", id);
  const paged = {
    project: ctx.project,
    name: listName("messages", { id }),
    sources: [(fromMs: number) => withSizes(ctx, oldestFirst(ctx, sandbox._id)(fromMs))],
    isOldestFirst: true as const,
    sizeOf: ({ size }: SizedMessage) => size,
  };
  return await readPage(paged, request, pageBounds.usual, (message) => presentMessage(ctx, message));
});

export const { sendMessage, startDevServer, remove } = projectMutations(handlers);
