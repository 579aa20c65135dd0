// What requests to the endpoints of merge runs may say.
import * as z from "zod/mini";
import { onlyPage } from "../api/parameters";
import { jsonAtMost } from "../lib/bounds";

export const list = onlyPage;

const pullRequest = () =>
  z.strictObject({
    prUrl: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
    prNumber: z.int().check(z.minimum(1)),
  });

/** What the platform can hand on as it is. */
const plainNames = z.refine(
  (value: unknown) => hasPlainNames(value),
  "the names of fields must be in ASCII, of at most 1024 characters, and not begin with $",
);

function hasPlainNames(whole: unknown): boolean {
  const waiting = [whole];
  for (const value of waiting) {
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value) && !Object.keys(value).every((name) => /^(?!\$)[ -~]{0,1024}$/.test(name))) return false;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return true;
}

/** `config` is for the runner, who knows its shape. */
export const start = () =>
  z.strictObject({
    pullRequests: z.array(pullRequest()).check(z.minLength(1), z.maxLength(100)),
    baseBranch: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(255)))),
    config: z.optional(z.nullable(z.record(z.string(), z.unknown()).check(jsonAtMost(100_000), plainNames))),
  });

export type StartRequest = z.infer<ReturnType<typeof start>>;
