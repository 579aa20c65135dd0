import type { Doc } from "../_generated/dataModel";
import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { enqueueJob } from "../jobs/model";
import { ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { weightOf } from "../messages/bounds";
import { sendMessage as send } from "../messages/model";
import { presentMessage } from "../messages/present";
import type { MessageView } from "../messages/present";
import { newestFirst } from "./lists";
import { discardSandbox } from "./model";
import { presentSandbox } from "./present";
import type { SandboxView } from "./present";
import type { ListRequest, MessageRequest, MessagesRequest } from "./requests";
import { sandboxMoves } from "./status";

type One = { id: string };

export const list = projectQuery(
  async (ctx, { runId, status, ...request }: ListRequest): Promise<Page<SandboxView>> => {
    const run = runId === undefined ? undefined : await ownedDocument(ctx, "runs", runId);
    const source = newestFirst(ctx, { projectId: ctx.project._id, runId: run?._id, status });
    const name = listName("sandboxes", { runId, status });
    return await readPage({ project: ctx.project, name, sources: [source] }, request, pageBounds.usual, presentSandbox);
  },
);

export const get = projectQuery(async (ctx, { id }: One): Promise<SandboxView> =>
  presentSandbox(await ownedDocument(ctx, "sandboxes", id)),
);

/** Oldest first. A message that still streams is shown as far as it has come; a page with very long ones is shorter. */
export const messages = projectQuery(async (ctx, { id, ...request }: MessagesRequest): Promise<Page<MessageView>> => {
  const sandbox = await ownedDocument(ctx, "sandboxes", id);
  const oldestFirst = (fromMs: number) =>
    ctx.db
      .query("messages")
      .withIndex("by_sandbox", (q) => q.eq("sandboxId", sandbox._id).gte("_creationTime", fromMs));
  const paged = {
    project: ctx.project,
    name: listName("messages", { id }),
    sources: [oldestFirst],
    isOldestFirst: true as const,
    weigh: weightOf,
  };
  return await readPage(paged, request, pageBounds.usual, (message: Doc<"messages">) => presentMessage(ctx, message));
});

export const sendMessage = projectMutation(
  async (ctx, { sandboxId, content }: MessageRequest): Promise<MessageView> =>
    await presentMessage(ctx, await send(ctx, await ownedDocument(ctx, "sandboxes", sandboxId), content)),
);

/** The runner starts it, and reports where it is. */
export const startDevServer = projectMutation(async (ctx, { id }: One) => {
  const sandbox = await ownedDocument(ctx, "sandboxes", id);
  nextState("sandbox", sandboxMoves, "startDevServer", sandbox.status);
  const jobId = await enqueueJob(ctx, ctx.project._id, { kind: "sandbox.devServer", sandboxId: sandbox._id });
  const shown = publicId("sandboxes", sandbox._id);
  return { id: shown, _id: shown, jobId: publicId("jobs", jobId) };
});

export const remove = projectMutation(async (ctx, { id }: One) => {
  const sandbox = await ownedDocument(ctx, "sandboxes", id);
  await discardSandbox(ctx, sandbox, ctx.key.userId);
  const shown = publicId("sandboxes", sandbox._id);
  return { id: shown, _id: shown, deleted: true };
});
