import * as z from "zod/mini";
import { pageParameters, searchParameter, nonEmptyText } from "../api/parameters";
import { bulkIds, trimmedText } from "../lib/fields";
import { levels } from "../lib/sharedValues";
import { issueStatuses } from "./status";

const title = () => trimmedText(500);
/** The limits on an issue's texts together let one transaction read and delete a hundred issues, in any script. */
const description = () => z.string().check(z.trim(), z.maxLength(15_000));
const suggestedPrompt = () => z.string().check(z.trim(), z.maxLength(10_000));
const status = () => z.enum(issueStatuses);
const priority = () => z.enum(levels);

/** The fields that an issue may lack. A change with null removes one. */
const details = () => ({
  description: z.optional(z.nullable(description())),
  suggestedPrompt: z.optional(z.nullable(suggestedPrompt())),
});

/** The fields of a new issue, whether a person or the runner creates it. */
export const content = () =>
  z.strictObject({ title: title(), priority: z.optional(z.nullable(priority())), ...details() });

export const list = () =>
  z.strictObject({
    ...pageParameters(),
    search: z.optional(searchParameter()),
    status: z.optional(status()),
    sessionId: z.optional(nonEmptyText()),
    priority: z.optional(priority()),
  });

export const get = () => z.strictObject({ id: nonEmptyText() });

export const create = () => z.strictObject({ ...content().shape, sessionId: z.optional(z.nullable(nonEmptyText())) });

/** Fields that the request leaves out do not change. */
export const update = () =>
  z.strictObject({
    issueId: nonEmptyText(),
    title: z.optional(title()),
    status: z.optional(status()),
    // An issue always has one, so null makes it the usual one.
    priority: z.optional(z.nullable(priority())),
    ...details(),
  });

export const one = () => z.strictObject({ issueId: nonEmptyText() });

export const linkRun = () => z.strictObject({ issueId: nonEmptyText(), runId: nonEmptyText() });

export const many = () => z.strictObject({ issueIds: bulkIds() });

export type IssueContent = z.infer<ReturnType<typeof content>>;
export type ListRequest = z.infer<ReturnType<typeof list>>;
export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;

// The schemas of the runner's requests about issues.

export const getByRun = () => z.strictObject({ runId: z.string() });
