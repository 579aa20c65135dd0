import { callbackMutation, callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import type { AppendRequest, CreateRequest, FinalizeRequest, ListRequest, StoreRequest } from "./requests";
import { storeMessage } from "./model";
import { getMessage } from "./getMessage";
import { presentMessage } from "./present";
import type { MessageView } from "./present";
import { appendChunk, beginMessage, finishMessage } from "./streaming";
import { readTranscript } from "./transcript";

export const store = callbackMutation(async (ctx, { sandboxId, timestamp, ...said }: StoreRequest) => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  const message = await storeMessage(ctx, sandbox, { ...said, atMs: timestamp });
  return { id: publicId("messages", message._id), status: message.status };
});

export const streamCreate = callbackMutation(async (ctx, { sandboxId, ...begun }: CreateRequest) => {
  const message = await beginMessage(ctx, await getForRunner(ctx, "sandboxes", sandboxId), begun);
  return { id: publicId("messages", message._id), messageId: begun.messageId, status: message.status };
});

/** The answer leaves out the text, which grows with each append. */
export const streamAppend = callbackMutation(async (ctx, { chunk, seq, ...name }: AppendRequest) => {
  const { message, sandbox } = await getMessage(ctx, name);
  await appendChunk(ctx, sandbox, message, { text: chunk, seq: seq ?? undefined });
  return { id: publicId("messages", message._id), messageId: message.messageId ?? null, status: message.status };
});

export const streamFinalize = callbackMutation(
  async (ctx, { finalContent: content, messageId, sandboxId, ...nature }: FinalizeRequest): Promise<MessageView> => {
    const { message, sandbox } = await getMessage(ctx, { messageId, sandboxId });
    return await presentMessage(ctx, await finishMessage(ctx, sandbox, message, { content, ...nature }));
  },
);

export const listBySandbox = callbackQuery(async (ctx, { sandboxId, after }: ListRequest): Promise<MessageView[]> => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  const last = after == null ? null : (await getMessage(ctx, { messageId: after, sandboxId })).message;
  const messages = await readTranscript(ctx, sandbox, last);
  return await Promise.all(messages.map((message) => presentMessage(ctx, message)));
});
