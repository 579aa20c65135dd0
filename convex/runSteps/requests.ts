import * as z from "zod/mini";
import { bytesAtMost, jsonAtMost, plainJson, trimmedText } from "../lib/fields";
import { stepRoles, stepStatuses } from "../lib/sharedValues";

const name = () => trimmedText(200);
const count = () => z.int().check(z.minimum(0));
/** A score's name becomes the name of a field of a document, which Convex restricts. */
const scoreName = () => z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/));

/** What a step hands to the steps after it. */
const output = () => z.unknown().check(...plainJson(), jsonAtMost(64_000));

/** The end of what a command has written is enough to see why it failed. */
const maxProofOutputBytes = 65_536;

export const create = () =>
  z.strictObject({
    runId: z.string(),
    role: z.enum(stepRoles),
    name: name(),
    stepIndex: z.int().check(z.minimum(0), z.maximum(100_000)),
    personaId: z.optional(z.nullable(z.string())),
  });

/** What a gate was shown on which commit. A command's has all fields, a judge's the commit alone (gates/report.ts). */
const proof = () =>
  z.strictObject({
    commit: z
      .string()
      .check(z.regex(/^[0-9a-f]{7,64}$/i, "must be the hash of a commit, of 7 to 64 hexadecimal digits")),
    exitCode: z.optional(z.nullable(z.int())),
    durationMs: z.optional(z.nullable(count())),
    output: z.optional(z.nullable(z.string().check(bytesAtMost(maxProofOutputBytes)))),
  });

export const updateStatus = () =>
  z.strictObject({
    stepId: z.string(),
    status: z.enum(stepStatuses),
    qualityScores: z.optional(
      z.nullable(
        z
          .record(scoreName(), z.number())
          .check(z.refine((scores) => Object.keys(scores).length <= 50, "must have at most 50 scores")),
      ),
    ),
    testResults: z.optional(
      z.nullable(z.strictObject({ total: count(), passed: count(), failed: count(), skipped: count() })),
    ),
    verdict: z.optional(
      z.nullable(
        z.strictObject({ pass: z.boolean(), feedback: z.optional(z.nullable(z.string().check(z.maxLength(20_000)))) }),
      ),
    ),
    output: z.optional(z.nullable(output())),
    proof: z.optional(z.nullable(proof())),
    tokenUsage: z.optional(z.nullable(z.strictObject({ inputTokens: count(), outputTokens: count() }))),
    sandboxId: z.optional(z.nullable(z.string())),
    toolDisplayName: z.optional(z.nullable(name())),
    resolvedModelId: z.optional(z.nullable(name())),
    thinkingEffort: z.optional(z.nullable(name())),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = Omit<z.infer<ReturnType<typeof updateStatus>>, "stepId">;
