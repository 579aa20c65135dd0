// The rule by which a finished run continues by itself. A workflow has it, or else the settings of its project, and
// each run keeps the one that held at its start. One definition for the database, the requests and the answers.
import { v } from "convex/values";
import type { Infer } from "convex/values";
import * as z from "zod/mini";
import { literals } from "./literals";
import { trimmedText } from "./fields";
import { trustRules } from "./sharedValues";

export const followUp = v.object({
  // What begins a round: checks that have failed, what reviewers say, and conflicts with the base.
  checks: v.boolean(),
  reviews: v.boolean(),
  conflicts: v.boolean(),
  /** How many rounds begin by themselves. */
  maxRounds: v.number(),
  /** How long nothing new has come before a round begins. */
  quietMs: v.number(),
  trust: literals(trustRules),
  /** The logins of people and programs at the code host. */
  trusted: v.array(v.string()),
});
export type FollowUp = Infer<typeof followUp>;

export const followUpField = () =>
  z.optional(
    z.nullable(
      z.strictObject({
        checks: z.boolean(),
        reviews: z.boolean(),
        conflicts: z.boolean(),
        maxRounds: z.int().check(z.minimum(0), z.maximum(20)),
        quietMs: z.int().check(z.minimum(10_000), z.maximum(3_600_000)),
        trust: z.enum(trustRules),
        trusted: z.array(trimmedText(100)).check(z.maxLength(100)),
      }),
    ),
  );
