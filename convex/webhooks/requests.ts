import * as z from "zod/mini";
import { pageOnly, pageParameters } from "../api/parameters";
import { isEventPattern } from "../events/types";
import { instant } from "../lib/instants";
import { dayMs } from "../lib/times";
import { findUrlProblem, maxUrlLength } from "./addresses";
import { mayUseLoopback } from "./listening";
import { deliveryStatuses } from "./reasons";

const maxPatterns = 50;
const patternRule = "must be a type of event such as run.failed, or run.* for several, or * for all";

const url = () =>
  z.string().check(
    z.trim(),
    z.maxLength(maxUrlLength),
    z.superRefine((text, context) => {
      const problem = findUrlProblem(text, { mayUseLoopback: mayUseLoopback() });
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
  );
const events = () =>
  z.array(z.string().check(z.refine(isEventPattern, patternRule))).check(z.minLength(1), z.maxLength(maxPatterns));
const description = () => z.nullable(z.string().check(z.trim(), z.maxLength(500)));

export const list = pageOnly;

export const create = () =>
  z.strictObject({
    url: url(),
    events: z.optional(z.nullable(events())),
    description: z.optional(description()),
    isEnabled: z.optional(z.nullable(z.boolean())),
  });

/** Only the given fields change. */
export const update = () =>
  z.strictObject({
    url: z.optional(url()),
    events: z.optional(events()),
    description: z.optional(description()),
    isEnabled: z.optional(z.boolean()),
  });

const maxGraceSeconds = 604_800;

export const rotateSecret = () =>
  z.strictObject({ graceSeconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(maxGraceSeconds)))) });

/** For the dashboard, whose functions name the webhook beside the fields of the body. */
export const rotateSecretOf = () => z.extend(rotateSecret(), { id: z.string() });

export const deliveries = () => z.strictObject({ ...pageParameters(), status: z.optional(z.enum(deliveryStatuses)) });

const maxSpanMs = 7 * dayMs;

/** Both times belong to the span. */
export const replay = () =>
  z.strictObject({ from: instant(), to: instant() }).check(
    z.superRefine(({ from, to }, context) => {
      if (to < from) context.addIssue({ code: "custom", path: ["to"], message: "must not be before from" });
      else if (to - from > maxSpanMs)
        context.addIssue({ code: "custom", path: ["to"], message: "must be at most 7 days after from" });
    }),
  );

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
export type RotateRequest = z.infer<ReturnType<typeof rotateSecret>>;
export type ReplayRequest = z.infer<ReturnType<typeof replay>>;
