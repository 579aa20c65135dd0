// What the job runner may say about runs.
import * as z from "zod/mini";
import { jsonAtMost } from "../lib/bounds";
import { instant } from "../lib/instants";
import { webAddress } from "../lib/webAddresses";
import { newRunFields, prompt, runName } from "./fields";
import { runSources } from "./sources";
import { checkStatuses, prStatuses, runStatuses } from "./status";

const someText = (lengthMax: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax));

export const get = () => z.strictObject({ runId: z.string() });

export const create = () =>
  z.strictObject({
    ...newRunFields(),
    status: z.enum(runStatuses),
    projectId: z.optional(z.nullable(z.string())),
    source: z.optional(z.nullable(z.enum(runSources))),
    recurrencePattern: z.optional(z.nullable(someText(200))),
  });

export const createChainRun = () =>
  z.strictObject({
    chainId: z.string(),
    sprintIndex: z.int().check(z.minimum(0)),
    prompt: z.optional(z.nullable(prompt())),
    name: z.optional(z.nullable(runName())),
    status: z.optional(z.nullable(z.enum(runStatuses))),
  });

export const updateStatus = () =>
  z.strictObject({
    runId: z.string(),
    status: z.enum(runStatuses),
    completedAt: z.optional(z.nullable(instant())),
    error: z.optional(z.nullable(someText(10_000))),
  });

export const updatePr = () =>
  z.strictObject({
    runId: z.string(),
    prUrl: webAddress(),
    prStatus: z.enum(prStatuses),
    prNumber: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  });

const label = () => someText(500);

const progress = () =>
  z.strictObject({
    currentStepLabel: z.optional(z.nullable(label())),
    currentStepProgress: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
    currentIteration: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
    activeStepId: z.optional(z.nullable(z.string())),
    activeSandboxId: z.optional(z.nullable(z.string())),
    costUsd: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
    message: z.optional(z.nullable(someText(10_000))),
  });

/** A plain text is the label. */
export const updateProgress = () => z.strictObject({ runId: z.string(), progress: z.union([label(), progress()]) });

export const setStopFlag = () => z.strictObject({ runId: z.string(), stop: z.literal(true) });

export const updateCiChecks = () =>
  z.strictObject({
    runId: z.string(),
    status: z.enum(checkStatuses),
    checks: z
      .array(
        z.strictObject({
          name: someText(200),
          status: z.enum(checkStatuses),
          url: z.optional(z.nullable(webAddress())),
        }),
      )
      // They are in the run's own row, of which sweeps and lists read many.
      .check(z.maxLength(100), jsonAtMost(30_000)),
  });

export type GetRequest = z.infer<ReturnType<typeof get>>;
export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type ChainRunRequest = z.infer<ReturnType<typeof createChainRun>>;
export type StatusRequest = z.infer<ReturnType<typeof updateStatus>>;
export type PrRequest = z.infer<ReturnType<typeof updatePr>>;
export type Progress = z.infer<ReturnType<typeof progress>>;
export type ProgressRequest = z.infer<ReturnType<typeof updateProgress>>;
export type StopRequest = z.infer<ReturnType<typeof setStopFlag>>;
export type CiChecksRequest = z.infer<ReturnType<typeof updateCiChecks>>;
