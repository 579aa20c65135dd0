// The fields that clients and the runner may set on a new run.
import * as z from "zod/mini";
import { maxGitRepoUrlLength } from "../lib/sharedValues";
import { epochMs } from "../lib/instants";
import { isTimeZone } from "../lib/timeZones";
import { trimmedText } from "../lib/fields";

export const maxPromptLength = 50_000;

export const runName = () => trimmedText(200);
export const prompt = () => z.string().check(z.maxLength(maxPromptLength), z.regex(/\S/, "must not be empty"));
export const gitRepoUrl = () => trimmedText(maxGitRepoUrlLength);
export const branchName = () => trimmedText(255);

export const newRunFields = () => ({
  workflowId: z.string(),
  prompt: prompt(),
  name: z.optional(z.nullable(runName())),
  gitRepoUrl: z.optional(z.nullable(gitRepoUrl())),
  branchName: z.optional(z.nullable(branchName())),
  maxIterations: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100)))),
  issueId: z.optional(z.nullable(z.string())),
  scheduledFor: z.optional(z.nullable(epochMs())),
  timezone: z.optional(
    z.nullable(z.string().check(z.maxLength(100), z.refine(isTimeZone, "must be the name of a time zone"))),
  ),
});
