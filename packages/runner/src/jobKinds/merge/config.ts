// What the `config` of a merge run may say. The service keeps it as it is, so the runner checks it.
import * as z from "zod";
import { PermanentJobError } from "../../jobs/contract";

const mergeConfig = z.strictObject({
  /** "base" pushes the result to the base branch itself, otherwise it is a branch of its own. */
  into: z.enum(["base", "branch"]).default("branch"),
  /** "rebase" puts the commits of each pull request on top of the result, without merge commits. */
  method: z.enum(["merge", "rebase"]).default("merge"),
});

export type MergeConfig = z.infer<typeof mergeConfig>;

/** Throws PermanentJobError with a sentence that names the field. */
export function readMergeConfig(config: unknown): MergeConfig {
  const read = mergeConfig.safeParse(config ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PermanentJobError(issue === undefined ? "config cannot be read." : sentenceOf(issue));
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = ["config", ...issue.path].join(".");
  switch (issue.code) {
    case "invalid_value":
      return `${field} must be ${issue.values.join(" or ")}.`;
    case "unrecognized_keys":
      return `config.${issue.keys[0]} is unknown: config may have ${Object.keys(mergeConfig.shape).join(" and ")}.`;
    default:
      return `${field} must be an object.`;
  }
}
