// The fields that clients and the runner may set on a new run.
import * as z from "zod/mini";
import { epochMs } from "../lib/instants";
import { isTimeZone } from "../lib/timeZones";
import { gitRepoUrl, jsonBytesAtMost, plainJson, trimmedText } from "../lib/fields";

export const maxPromptLength = 50_000;

export const runName = () => trimmedText(200);
export const prompt = () => z.string().check(z.maxLength(maxPromptLength), z.regex(/\S/, "must not be empty"));
export const branchName = () => trimmedText(255);

export const runLabel = () => trimmedText(64);

const labels = () =>
  z.array(runLabel()).check(
    z.maxLength(10),
    z.refine((given) => new Set(given).size === given.length, "must not have a label twice"),
  );

const maxMetadataFields = 50;
const maxMetadataBytes = 8192;

/** An object of texts, which is kept as JSON. */
const metadata = () =>
  z.pipe(
    z.record(z.string(), z.string()).check(
      z.refine(
        (given) => Object.keys(given).length <= maxMetadataFields,
        `must have at most ${maxMetadataFields} fields`,
      ),
      jsonBytesAtMost(maxMetadataBytes),
      ...plainJson(),
    ),
    z.transform((given) => JSON.stringify(given)),
  );

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
  labels: z.optional(z.nullable(labels())),
  metadata: z.optional(z.nullable(metadata())),
});
