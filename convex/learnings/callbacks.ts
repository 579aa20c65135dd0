import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { callbackMutation, callbackQuery } from "../callback/builders";
import { enqueueForSandbox } from "../jobs/model";
import { namedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { compiledFor } from "../learningVersions/approved";
import type { CompiledApproved } from "../learningVersions/approved";
import { namedProject } from "../callers/projects";
import type { StoreRequest } from "./requests";
import { createLearnings } from "./model";
import type { NewLearning } from "./model";

type Extraction = { sandboxId: string; runId: string };

/** Also of a sandbox whose learnings were extracted before. Throws CONFLICT when that waits as often as it may. */
export const dispatchExtraction = callbackMutation(async (ctx, { sandboxId, runId }: Extraction) => {
  const sandbox = await namedDocument(ctx, "sandboxes", sandboxId);
  const run = await runBeside(ctx, sandbox, runId);
  const work = { kind: "learning.extract", sandboxId: sandbox._id, runId: run._id } as const;
  const jobId = await enqueueForSandbox(ctx, sandbox.projectId, work);
  await ctx.db.patch("sandboxes", sandbox._id, { learningStatus: "pending" });
  return { id: publicId("jobs", jobId), status: "queued", learningStatus: "pending" };
});

export const store = callbackMutation(async (ctx, request: StoreRequest) => {
  const [id] = await storeAll(ctx, [request]);
  return { id, status: "pending" };
});

export const bulkStore = callbackMutation(async (ctx, { learnings }: { learnings: StoreRequest[] }) => {
  const ids = await storeAll(ctx, learnings);
  return { ids, count: ids.length };
});

/** The ids in the order of the requests, which may be of several projects: each is of its sandbox's. */
async function storeAll(ctx: MutationCtx, requests: StoreRequest[]): Promise<string[]> {
  const learnings = await Promise.all(requests.map((request) => withOrigin(ctx, request)));
  return (await createLearnings(ctx, learnings)).map((id) => publicId("learnings", id));
}

/** Without a run of its own, a learning is of the run that the sandbox serves. */
async function withOrigin(
  ctx: QueryCtx,
  { sandboxId, runId: runText, content: description, ...details }: StoreRequest,
): Promise<NewLearning> {
  const sandbox = await namedDocument(ctx, "sandboxes", sandboxId);
  const runId = runText == null ? sandbox.runId : (await runBeside(ctx, sandbox, runText))._id;
  const origin = { sandboxId: sandbox._id, ...(runId === undefined ? {} : { runId }) };
  return { projectId: sandbox.projectId, content: { ...details, description }, origin };
}

/** The run, which has to be of the sandbox's project. */
async function runBeside(ctx: QueryCtx, sandbox: Doc<"sandboxes">, runId: string): Promise<Doc<"runs">> {
  const run = await namedDocument(ctx, "runs", runId);
  if (run.projectId === sandbox.projectId) return run;
  throw apiError("FORBIDDEN", `The run ${runId} is of another project than ${publicId("sandboxes", sandbox._id)}.`);
}

type Asked = { projectId: string; role: string };

export const getCompiled = callbackQuery(
  async (ctx, { projectId: text, role }: Asked): Promise<CompiledApproved & { versionId?: string }> => {
    return await compiledFor(ctx, (await namedProject(ctx, text))._id, role);
  },
);
