import * as z from "zod/mini";
import { bytesAtMost, jsonBytesAtMost, plainJson, trimmedText } from "../lib/fields";
import { instant } from "../lib/instants";
import { maxDataBytes, maxTitleLength, messageBounds, messageKinds, messageRoles } from "./bounds";

const { maxBytes } = messageBounds;

/** Any text that fits into a message, or into another document. */
export const text = () => z.string().check(bytesAtMost(maxBytes));

const someText = () => text().check(z.minLength(1));

/** Any object, which is kept as JSON. */
const data = () =>
  z.pipe(
    z.record(z.string(), z.unknown()).check(jsonBytesAtMost(maxDataBytes), ...plainJson()),
    z.transform((value) => JSON.stringify(value)),
  );

/** The fields that say what a message is. */
const nature = () => ({
  kind: z.optional(z.nullable(z.enum(messageKinds))),
  title: z.optional(z.nullable(trimmedText(maxTitleLength))),
  data: z.optional(z.nullable(data())),
});

export const store = () =>
  z.strictObject({
    sandboxId: z.string(),
    role: z.enum(messageRoles),
    content: someText(),
    timestamp: instant(),
    ...nature(),
  });

export type StoreRequest = z.infer<ReturnType<typeof store>>;

/** The runner's own id of the message. */
const messageId = () => z.string().check(z.minLength(1), z.maxLength(200));

/** The fields that name a message. The sandbox is needed when several sandboxes have a message with this id. */
const name = () => ({ messageId: messageId(), sandboxId: z.optional(z.nullable(z.string())) });

export const streamCreate = () => z.strictObject({ sandboxId: z.string(), messageId: messageId(), ...nature() });

export type CreateRequest = z.infer<ReturnType<typeof streamCreate>>;

export const streamAppend = () =>
  z.strictObject({ ...name(), chunk: someText(), seq: z.optional(z.nullable(z.int().check(z.minimum(0)))) });

export type AppendRequest = z.infer<ReturnType<typeof streamAppend>>;

/** The final text, which replaces all chunks. An empty text means that nothing was said. */
export const streamFinalize = () => z.strictObject({ ...name(), finalContent: text(), ...nature() });

export type FinalizeRequest = z.infer<ReturnType<typeof streamFinalize>>;

/** `after` names a message: a transcript that is larger than one answer is read in parts. */
export const listBySandbox = () => z.strictObject({ sandboxId: z.string(), after: z.optional(z.nullable(z.string())) });

export type ListRequest = z.infer<ReturnType<typeof listBySandbox>>;
