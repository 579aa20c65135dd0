import * as z from "zod/mini";
import { jsonAtMost, plainJson, trimmedText } from "../lib/fields";
import { stepRoles, stepStatuses } from "../lib/sharedValues";

const name = () => trimmedText(200);
const count = () => z.int().check(z.minimum(0));
/** A score's name becomes the name of a field of a document, which Convex restricts. */
const scoreName = () => z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/));

/** What a step hands to the steps after it. */
const output = () => z.unknown().check(...plainJson(), jsonAtMost(64_000));

export const create = () =>
  z.strictObject({
    runId: z.string(),
    role: z.enum(stepRoles),
    name: name(),
    stepIndex: z.int().check(z.minimum(0), z.maximum(100_000)),
    personaId: z.optional(z.nullable(z.string())),
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
    tokenUsage: z.optional(z.nullable(z.strictObject({ inputTokens: count(), outputTokens: count() }))),
    sandboxId: z.optional(z.nullable(z.string())),
    toolDisplayName: z.optional(z.nullable(name())),
    resolvedModelId: z.optional(z.nullable(name())),
    thinkingEffort: z.optional(z.nullable(name())),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = Omit<z.infer<ReturnType<typeof updateStatus>>, "stepId">;
