import * as z from "zod/mini";
import { pageOnly, pageParameters, nonEmptyText } from "../api/parameters";
import { bulkIds, gitRepoUrl, trimmedText } from "../lib/fields";
import { chainStatuses } from "../lib/chainStatus";
import { branchName } from "../runs/fields";

export const list = pageOnly;

export const one = () => z.strictObject({ id: nonEmptyText() });

export const issues = () => z.strictObject({ ...pageParameters(), id: nonEmptyText() });

export const create = () =>
  z.strictObject({
    title: trimmedText(200),
    description: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
    issueIds: bulkIds(),
    workflowId: z.string(),
    gitRepoUrl: z.optional(z.nullable(gitRepoUrl())),
    branchName: z.optional(z.nullable(branchName())),
  });

export const named = () => z.strictObject({ chainId: nonEmptyText() });

export type IssuesRequest = z.infer<ReturnType<typeof issues>>;
export type CreateRequest = z.infer<ReturnType<typeof create>>;

// The schemas of the job runner's operations on work chains.

export const get = () => z.strictObject({ chainId: z.string() });

export const updateStatus = () => z.strictObject({ chainId: z.string(), status: z.enum(chainStatuses) });
