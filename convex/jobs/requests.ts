// The requests about jobs: those of clients first, then those of the runner.
import * as z from "zod/mini";
import { jobKinds } from "./schema";
import { pageParameters } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { instant } from "../lib/instants";
import { listedStatuses } from "./lists";

export const list = () =>
  z.strictObject({ ...pageParameters(), status: z.enum(listedStatuses), kind: z.optional(z.enum(jobKinds)) });
export const redrive = () => z.strictObject({ jobId: z.string() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type RedriveRequest = z.infer<ReturnType<typeof redrive>>;

const maxResultLength = 100_000;

/** The name that the runner gives to its process. */
const runnerId = () => trimmedText(200);

/** `fence` is the number of the claim. Without it, two processes of the same name count as one. */
const claimFields = () => ({ jobId: z.string(), runnerId: runnerId(), fence: z.optional(z.nullable(z.int())) });

export const claim = () =>
  z.strictObject({
    runnerId: runnerId(),
    kinds: z.optional(z.nullable(z.array(z.enum(jobKinds)).check(z.minLength(1), z.maxLength(100)))),
    /** A runner that says 2 is also given the kinds of jobs that came with it, without naming them. */
    protocol: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1000)))),
    leaseMs: z.optional(z.nullable(z.int().check(z.minimum(5000), z.maximum(900_000)))),
    /** How long the service may wait with the answer while no job is waiting. */
    waitMs: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(25_000)))),
  });

export const heartbeat = () => z.strictObject(claimFields());

/** An object that the runner defines, stored as text: arguments of functions cannot hold every JSON value. */
const result = () =>
  z.pipe(
    z.unknown(),
    z.pipe(
      z.transform((value) => JSON.stringify(value)),
      z.string().check(z.maxLength(maxResultLength)),
    ),
  );

export const complete = () => z.strictObject({ ...claimFields(), result: z.optional(result()) });

export const fail = () =>
  z.strictObject({
    ...claimFields(),
    error: trimmedText(10_000),
    retryable: z.optional(z.nullable(z.boolean())),
  });

/** `fence` is the number of the claim, and `runId` the run on which the job works. */
export const makeAgentToken = () => z.strictObject({ jobId: z.string(), fence: z.int(), runId: z.string() });

/** `reason` is for people: it says for whom or for what the work waits. */
export const defer = () => z.strictObject({ ...claimFields(), until: instant(), reason: trimmedText(1000) });

export type ClaimRequest = z.infer<ReturnType<typeof claim>>;
export type HeartbeatRequest = z.infer<ReturnType<typeof heartbeat>>;
export type CompleteRequest = z.infer<ReturnType<typeof complete>>;
export type FailRequest = z.infer<ReturnType<typeof fail>>;
export type DeferRequest = z.infer<ReturnType<typeof defer>>;
export type AgentTokenRequest = z.infer<ReturnType<typeof makeAgentToken>>;
