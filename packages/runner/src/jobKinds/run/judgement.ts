// What a step that judges ends with: a verdict and scores, beside an output of its own where the workflow wants one.
import * as z from "zod";
import type { Step } from "../../service/claims";
import { outputError } from "./checkOutput";

const score = z.number().min(0).max(1);
const scoreName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const maxScores = 50;

const judgement = z.strictObject({
  verdict: z.strictObject({ pass: z.boolean(), feedback: z.string().max(20_000) }),
  qualityScores: z
    .object({ composite: score })
    .catchall(score)
    .refine((scores) => Object.keys(scores).every((name) => scoreName.test(name)), "a score must have a short name")
    .refine((scores) => Object.keys(scores).length <= maxScores, `must have at most ${maxScores} scores`),
});
type Judgement = z.infer<typeof judgement>;

const properties = {
  verdict: {
    type: "object",
    properties: {
      pass: { type: "boolean", description: "Whether the work does what the task asks for." },
      feedback: { type: "string", description: "Why, and what must become different where it does not pass." },
    },
    required: ["pass", "feedback"],
    additionalProperties: false,
  },
  qualityScores: {
    type: "object",
    properties: { composite: { type: "number", minimum: 0, maximum: 1, description: "The work as a whole." } },
    required: ["composite"],
    additionalProperties: { type: "number", minimum: 0, maximum: 1 },
  },
} as const;

function judges({ role, gate }: Pick<Step, "role" | "gate">): boolean {
  return role === "judge" || role === "evaluator" || gate?.kind === "judge";
}

/** The JSON Schema of what the step's agent must end with. Null for a step that may end with words alone. */
export function replySchema(step: Step, hasOutput: boolean): unknown {
  if (!judges(step)) return hasOutput ? step.outputSchema : null;
  const all = hasOutput ? { ...properties, output: step.outputSchema } : properties;
  return { type: "object", properties: all, required: Object.keys(all), additionalProperties: false };
}

/** What the agent has ended with. `output` is missing where the step has none. */
export interface Reply {
  output?: unknown;
  judgement: Judgement | null;
}

/** Returns a text that says what is wrong with it, or the reply. */
export function readReply(step: Step, hasOutput: boolean, given: unknown): Reply | string {
  if (!judges(step)) {
    if (!hasOutput) return { judgement: null };
    return outputError(step.outputSchema, given) ?? { output: given, judgement: null };
  }
  const fault = outputError(replySchema(step, hasOutput), given);
  if (fault !== null) return fault;
  const { output, ...rest } = given as Record<string, unknown>;
  const read = judgement.safeParse(rest);
  if (!read.success) return z.prettifyError(read.error);
  return hasOutput ? { output, judgement: read.data } : { judgement: read.data };
}
