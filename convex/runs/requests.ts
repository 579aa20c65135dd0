// What requests to the endpoints of runs may say.
import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { integerText, pageParameters, searchWords, someText } from "../api/parameters";
import { bulkIds } from "../lib/bulkIds";
import { epochMs, instantText } from "../lib/instants";
import { newRunFields, runName } from "./fields";
import { runSources } from "./sources";
import { runStatuses } from "./status";

const filters = () => ({
  search: z.optional(searchWords()),
  status: z.optional(z.enum(runStatuses)),
  workflowId: z.optional(someText()),
  source: z.optional(z.enum(runSources)),
  createdAfter: z.optional(instantText()),
  createdBefore: z.optional(instantText()),
});

export const list = () => z.strictObject({ ...pageParameters(pageBounds.runs), ...filters() });
export const legacyList = () => z.strictObject({ ...pageParameters(), ...filters() });
export const byWorkflow = () => z.strictObject({ ...pageParameters(pageBounds.runs), workflowId: someText() });
export const byChain = () => z.strictObject({ ...pageParameters(pageBounds.runs), chainId: someText() });

const stepLimit = () => z.optional(integerText(1, 500));

export const get = () => z.strictObject({ id: someText(), stepLimit: stepLimit() });
export const detail = () => z.strictObject({ runId: someText(), stepLimit: stepLimit() });
export const byNumber = () =>
  z.strictObject({
    runNumber: integerText(1, 999_999_999_999_999),
    projectId: z.optional(someText()),
    stepLimit: stepLimit(),
  });

/** `startBy`: the run fails unless a runner has taken it by then. */
export const start = () => z.strictObject({ ...newRunFields(), startBy: z.optional(z.nullable(epochMs())) });
export const one = () => z.strictObject({ runId: z.string() });
export const rename = () => z.strictObject({ runId: z.string(), name: runName() });
export const bulkDelete = () => z.strictObject({ runIds: bulkIds() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type ByWorkflowRequest = z.infer<ReturnType<typeof byWorkflow>>;
export type ByChainRequest = z.infer<ReturnType<typeof byChain>>;
export type GetRequest = z.infer<ReturnType<typeof get>>;
export type DetailRequest = z.infer<ReturnType<typeof detail>>;
export type ByNumberRequest = z.infer<ReturnType<typeof byNumber>>;
export type StartRequest = z.infer<ReturnType<typeof start>>;
export type RenameRequest = z.infer<ReturnType<typeof rename>>;
export type BulkDeleteRequest = z.infer<ReturnType<typeof bulkDelete>>;
