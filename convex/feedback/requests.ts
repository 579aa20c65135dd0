import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { bulkIds, trimmedText, webAddress } from "../lib/fields";
import { instant } from "../lib/instants";
import { feedbackStatuses, reportedKinds } from "./values";

const maxTextLength = 20_000;

export const list = () =>
  z.strictObject({ id: nonEmptyText(), status: z.optional(z.enum(feedbackStatuses)), ...pageParameters() });

/** A place in the files of the run: only shown, and never opened. */
const place = () => ({
  path: z.optional(z.nullable(trimmedText(1000))),
  line: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000)))),
});

export const add = () => z.strictObject({ runId: z.string(), text: trimmedText(maxTextLength), ...place() });
export const ignore = () => z.strictObject({ feedbackIds: bulkIds() });
export const reopen = ignore;

export type AddRequest = z.infer<ReturnType<typeof add>>;
export type NamedRequest = z.infer<ReturnType<typeof ignore>>;

// The schema of the job runner's operation on feedback.

const author = () => z.strictObject({ login: trimmedText(200), canWrite: z.boolean(), isBot: z.boolean() });

const item = () =>
  z.strictObject({
    /** What the item is called at the code host, so that it is one item of its run. */
    key: trimmedText(200),
    kind: z.enum(reportedKinds),
    title: trimmedText(300),
    text: z.string().check(z.maxLength(maxTextLength)),
    author: z.optional(z.nullable(author())),
    /** Everybody else whose words are in the text. It is trusted when all of them are. */
    others: z.optional(z.nullable(z.array(author()).check(z.maxLength(100)))),
    url: z.optional(z.nullable(webAddress())),
    ...place(),
    at: z.optional(z.nullable(instant())),
    isResolved: z.optional(z.nullable(z.boolean())),
  });

export const reportFeedback = () =>
  z.strictObject({ runId: z.string(), items: z.array(item()).check(z.minLength(1), z.maxLength(100)) });

export const listOpenFeedback = () => z.strictObject({ runId: z.string() });

export type OpenRequest = z.infer<ReturnType<typeof listOpenFeedback>>;
export type ReportRequest = z.infer<ReturnType<typeof reportFeedback>>;
export type ItemRequest = ReportRequest["items"][number];
