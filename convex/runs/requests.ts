import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { integerParameter, pageParameters, searchParameter, nonEmptyText } from "../api/parameters";
import { bulkIds, gitRepoUrl, jsonAtMost, trimmedText, webAddress } from "../lib/fields";
import { mergeables, pullRequestStates } from "../lib/pullRequestState";
import { epochMs, instant, instantText } from "../lib/instants";
import { queueFields } from "../queue/schedulingFields";
import { branchName, newRunFields, prompt, runLabel, runName } from "./fields";
import { proofStatuses } from "../workflows/gateValues";
import { checkStatuses, prStatuses, runOrders, runSources, runStatuses } from "./status";

export { part } from "../jobInputs/requests";

export { ofRun as delivery } from "../jobInputs/requests";

export { list as events } from "../runEvents/requests";

/** One state, or several with commas between them. */
const statuses = () => {
  const one = z.enum(runStatuses);
  const several = z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(",")),
    ),
    z.array(one),
  );
  return z.union([one, several], `must be one or several of ${runStatuses.join(", ")}, separated by commas`);
};

const filters = () => ({
  search: z.optional(searchParameter()),
  status: z.optional(statuses()),
  sort: z.optional(z.enum(runOrders)),
  workflowId: z.optional(nonEmptyText()),
  source: z.optional(z.enum(runSources)),
  label: z.optional(runLabel()),
  proof: z.optional(z.enum(proofStatuses)),
  createdAfter: z.optional(instantText()),
  createdBefore: z.optional(instantText()),
});

export const list = () => z.strictObject({ ...pageParameters(pageBounds.runs), ...filters() });
export const legacyList = () => z.strictObject({ ...pageParameters(), ...filters() });
export const byWorkflow = () => z.strictObject({ ...pageParameters(pageBounds.runs), workflowId: nonEmptyText() });
export const byChain = () => z.strictObject({ ...pageParameters(pageBounds.runs), chainId: nonEmptyText() });

const stepLimit = () => z.optional(integerParameter(1, 500));

export const get = () => z.strictObject({ id: nonEmptyText(), stepLimit: stepLimit() });
export const detail = () => z.strictObject({ runId: nonEmptyText(), stepLimit: stepLimit() });
export const byNumber = () =>
  z.strictObject({
    runNumber: integerParameter(1, 999_999_999_999_999),
    projectId: z.optional(nonEmptyText()),
    stepLimit: stepLimit(),
  });

/** The run fails unless a runner has begun it by `startBy`. */
export const start = () =>
  z.strictObject({ ...newRunFields(), ...queueFields(), startBy: z.optional(z.nullable(epochMs())) });
export const startMany = () => z.strictObject({ runs: z.array(start()).check(z.minLength(1), z.maxLength(100)) });
export const one = () => z.strictObject({ runId: z.string() });
/** With `fromStep` the new attempt keeps the results of the steps before it. `prompt` replaces the run's. */
export const restart = () =>
  z.strictObject({
    runId: z.string(),
    fromStep: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
    prompt: z.optional(z.nullable(prompt())),
  });
/** What the round is about. Without both it is about all open feedback that is trusted. */
export const continueRun = () =>
  z.strictObject({
    runId: z.string(),
    prompt: z.optional(z.nullable(prompt())),
    feedbackIds: z.optional(z.nullable(bulkIds())),
  });
export const proof = () => z.strictObject({ id: nonEmptyText() });
export const accept = () => z.strictObject({ runId: z.string(), reason: trimmedText(1000) });
export const rename = () => z.strictObject({ runId: z.string(), name: runName() });
export const bulkDelete = () => z.strictObject({ runIds: bulkIds() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type ByWorkflowRequest = z.infer<ReturnType<typeof byWorkflow>>;
export type ByChainRequest = z.infer<ReturnType<typeof byChain>>;
export type GetRequest = z.infer<ReturnType<typeof get>>;
export type DetailRequest = z.infer<ReturnType<typeof detail>>;
export type ByNumberRequest = z.infer<ReturnType<typeof byNumber>>;
export type StartRequest = z.infer<ReturnType<typeof start>>;
export type StartManyRequest = z.infer<ReturnType<typeof startMany>>;
export type OneRequest = z.infer<ReturnType<typeof one>>;
export type RestartRequest = z.infer<ReturnType<typeof restart>>;
export type ContinueRequest = z.infer<ReturnType<typeof continueRun>>;
export type AcceptRequest = z.infer<ReturnType<typeof accept>>;
export type RenameRequest = z.infer<ReturnType<typeof rename>>;
export type BulkDeleteRequest = z.infer<ReturnType<typeof bulkDelete>>;

// The schemas of the job runner's operations on runs.

export const create = () =>
  z.strictObject({
    ...newRunFields(),
    status: z.enum(runStatuses),
    projectId: z.optional(z.nullable(z.string())),
    source: z.optional(z.nullable(z.enum(runSources))),
    recurrencePattern: z.optional(z.nullable(trimmedText(200))),
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
    error: z.optional(z.nullable(trimmedText(10_000))),
    reason: z.optional(z.nullable(z.literal("gate"))),
  });

export const updatePr = () =>
  z.strictObject({
    runId: z.string(),
    prUrl: webAddress(),
    prStatus: z.enum(prStatuses),
    prNumber: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  });

const label = () => trimmedText(500);

const progress = () =>
  z.strictObject({
    currentStepLabel: z.optional(z.nullable(label())),
    currentStepProgress: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
    currentIteration: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
    activeStepId: z.optional(z.nullable(z.string())),
    activeSandboxId: z.optional(z.nullable(z.string())),
    costUsd: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000)))),
    message: z.optional(z.nullable(trimmedText(10_000))),
    branchName: z.optional(z.nullable(branchName())),
    resultBranch: z.optional(z.nullable(branchName())),
    resultRepository: z.optional(z.nullable(gitRepoUrl())),
  });

/** A plain text is taken as the label. */
export const updateProgress = () => z.strictObject({ runId: z.string(), progress: z.union([label(), progress()]) });

export const setStopFlag = () => z.strictObject({ runId: z.string(), stop: z.literal(true) });

const checkStatus = () => z.enum(checkStatuses);
const check = () =>
  z.strictObject({ name: trimmedText(200), status: checkStatus(), url: z.optional(z.nullable(webAddress())) });

/** The checks are stored in the run's own row, and sweeps and lists read many of these rows. */
const checks = () => z.array(check()).check(z.maxLength(100), jsonAtMost(30_000));

export const updateCiChecks = () => z.strictObject({ runId: z.string(), status: checkStatus(), checks: checks() });

const runOrMergeRun = () => ({
  runId: z.optional(z.nullable(z.string())),
  mergeRunId: z.optional(z.nullable(z.string())),
});

/** What a look has found of the pull request of a run or a merge run. */
export const reportRequest = () =>
  z.strictObject({
    ...runOrMergeRun(),
    prUrl: z.optional(z.nullable(webAddress())),
    state: z.enum(pullRequestStates),
    head: z.string().check(z.regex(/^[0-9a-f]{7,64}$/i, "must be the hash of a commit, of 7 to 64 hexadecimal digits")),
    base: branchName(),
    mergeable: z.enum(mergeables),
    approvals: z.int().check(z.minimum(0)),
    changesRequested: z.int().check(z.minimum(0)),
    status: z.optional(z.nullable(checkStatus())),
    checks: z.optional(z.nullable(checks())),
  });

export type RequestReport = Omit<z.infer<ReturnType<typeof reportRequest>>, "runId" | "mergeRunId">;
export type ReportRequest = z.infer<ReturnType<typeof reportRequest>>;
export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type ChainRunRequest = z.infer<ReturnType<typeof createChainRun>>;
export type StatusRequest = z.infer<ReturnType<typeof updateStatus>>;
export type PrRequest = z.infer<ReturnType<typeof updatePr>>;
export type Progress = z.infer<ReturnType<typeof progress>>;
export type ProgressRequest = z.infer<ReturnType<typeof updateProgress>>;
export type StopRequest = z.infer<ReturnType<typeof setStopFlag>>;
export type CiChecksRequest = z.infer<ReturnType<typeof updateCiChecks>>;
