// What requests to the endpoints of sandboxes may say.
import * as z from "zod/mini";
import { pageParameters, someText } from "../api/parameters";
import { sandboxStatuses } from "./statuses";

export const list = () =>
  z.strictObject({
    ...pageParameters(),
    runId: z.optional(someText()),
    status: z.optional(z.enum(sandboxStatuses)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

export const one = () => z.strictObject({ id: someText() });

export const messages = () => z.strictObject({ ...pageParameters(), id: someText() });

export type MessagesRequest = z.infer<ReturnType<typeof messages>>;

/** The answer, which is kept for repeats, holds it as well. */
const contentLengthMax = 100_000;

export const sendMessage = () =>
  z.strictObject({ sandboxId: someText(), content: z.string().check(z.minLength(1), z.maxLength(contentLengthMax)) });

export type MessageRequest = z.infer<ReturnType<typeof sendMessage>>;

/** Without a path it is the root. */
export const files = () => z.strictObject({ ...pageParameters(), id: someText(), path: z.optional(z.string()) });

export type FilesRequest = z.infer<ReturnType<typeof files>>;

export const file = () => z.strictObject({ id: someText(), path: someText() });

export type FileRequest = z.infer<ReturnType<typeof file>>;
