import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { gitRepoUrl, trimmedText } from "../lib/fields";
import { branchName } from "../runs/fields";
import { checkFailures } from "./status";

export const list = pageOnly;

export const check = () =>
  z.strictObject({ gitRepoUrl: gitRepoUrl(), branchName: z.optional(z.nullable(branchName())) });

export type CheckRequest = z.infer<ReturnType<typeof check>>;

// The schemas of the job runner's operations.

export const get = () => z.strictObject({ checkId: z.string() });

/** `reason` and `error` belong to a failed check, the other fields to one that is ok. */
export const report = () =>
  z.strictObject({
    checkId: z.string(),
    status: z.enum(["ok", "failed"]),
    defaultBranch: z.optional(z.nullable(branchName())),
    baseBranch: z.optional(z.nullable(branchName())),
    headCommit: z.optional(z.nullable(z.string().check(z.regex(/^[0-9a-f]{7,64}$/, "must be the id of a commit")))),
    reason: z.optional(z.nullable(z.enum(checkFailures))),
    error: z.optional(z.nullable(trimmedText(2000))),
  });

export type ReportRequest = z.infer<ReturnType<typeof report>>;
