// What the job runner may say about jobs.
import * as z from "zod/mini";
import { jobWork } from "./schema";
import { trimmedText } from "../lib/trimmedText";

const resultLengthMax = 100_000;

const kinds = jobWork.members.map(({ fields }) => fields.kind.value);

/** The runner's own name of the process that works. */
const runnerId = () => trimmedText(200);

/** `fence` is that of the claim: without it two processes that have one name are taken for one. */
const held = () => ({ jobId: z.string(), runnerId: runnerId(), fence: z.optional(z.nullable(z.int())) });

export const claim = () =>
  z.strictObject({
    runnerId: runnerId(),
    kinds: z.optional(z.nullable(z.array(z.enum(kinds)).check(z.minLength(1), z.maxLength(100)))),
    leaseMs: z.optional(z.nullable(z.int().check(z.minimum(5000), z.maximum(900_000)))),
    /** How long the answer may be held back while nothing waits. */
    waitMs: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(25_000)))),
  });

export const heartbeat = () => z.strictObject(held());

/** The runner's own object, as JSON: not everything that it may hold can be an argument of a function. */
const result = () =>
  z.pipe(
    z.unknown(),
    z.pipe(
      z.transform((value) => JSON.stringify(value)),
      z.string().check(z.maxLength(resultLengthMax)),
    ),
  );

export const complete = () => z.strictObject({ ...held(), result: z.optional(result()) });

export const fail = () =>
  z.strictObject({
    ...held(),
    error: trimmedText(10_000),
    retryable: z.optional(z.nullable(z.boolean())),
  });

export type ClaimRequest = z.infer<ReturnType<typeof claim>>;
export type HeartbeatRequest = z.infer<ReturnType<typeof heartbeat>>;
export type CompleteRequest = z.infer<ReturnType<typeof complete>>;
export type FailRequest = z.infer<ReturnType<typeof fail>>;
