// Work that is complete before a runner has taken its job: no runner gets the job any more.
import { beforeEach, describe, expect, it } from "vitest";
import { callbackOf, client, createProject, createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

let job: Runner;
let api: Client;
beforeEach(async () => {
  const deployment = inProcess();
  job = await callbackOf(deployment);
  api = client(deployment, (await createProject(deployment)).apiKey);
});

const claim = (kind: string) => job.call("job.claim", { runnerId: "one", kinds: [kind] });
const pullRequests = [{ prUrl: "https://code.example/acme/shop/pull/1", prNumber: 1 }];

interface Work {
  kind: string;
  /** Begins the work, and returns how the runner names it. */
  begin: () => Promise<object>;
  operation: string;
}

const works: Work[] = [
  {
    kind: "run.execute",
    begin: async () => ({ runId: (await startRun(api)).id }),
    operation: "run.updateStatus",
  },
  {
    kind: "issueSession.scan",
    begin: async () => ({ sessionId: (await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }))).id }),
    operation: "issueSession.updateStatus",
  },
  {
    kind: "merge.execute",
    begin: async () => ({ mergeRunId: (await dataOf(api.post("/merging/start", { pullRequests }))).id }),
    operation: "mergeRun.updateStatus",
  },
  {
    kind: "sprintChain.execute",
    begin: async () => {
      const chain = { workflowId: await createWorkflow(api), prompt: "Build.", sprintRange: [1, 2] };
      const gitRepoUrl = "https://code.example/acme/shop";
      return { chainId: (await dataOf(api.post("/sprint-chains", { ...chain, gitRepoUrl }))).id };
    },
    operation: "sprintChain.updateStatus",
  },
  {
    kind: "workChain.execute",
    begin: async () => {
      const { id } = await dataOf(api.post("/issues/create", { title: "Crash" }));
      const chain = { title: "Crashes", issueIds: [id], workflowId: await createWorkflow(api) };
      const { id: chainId } = await dataOf(api.post("/work-chains/create", chain));
      await dataOf(api.post("/work-chains/start", { chainId }));
      return { chainId };
    },
    operation: "workChain.updateStatus",
  },
];

it("a job of answeringSession.continue is cancelled when the work is complete", async () => {
  const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
  const { id: answeringSessionId } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
  for (const status of ["reviewed", "completed"]) {
    await job.call("answeringSession.updateStatus", { answeringSessionId, status });
  }
  expect(await claim("answeringSession.continue")).toBeNull();
});

describe.each(works)("a job of $kind", ({ kind, begin, operation }) => {
  it("is cancelled when the work is complete", async () => {
    const named = await begin();
    await job.call(operation, { ...named, status: "completed" });
    expect(await claim(kind)).toBeNull();
    expect((await api.get("/jobs?status=queued")).body.data).toEqual([]);
  });

  it("stays with the runner that completes the work", async () => {
    const named = await begin();
    const { id: jobId } = await claim(kind);
    await job.call(operation, { ...named, status: "completed" });
    const beat = await job.call("job.heartbeat", { jobId, runnerId: "one" });
    expect(beat).toMatchObject({ status: "claimed", cancelRequested: false });
    expect(await job.call("job.complete", { jobId, runnerId: "one" })).toMatchObject({ status: "done" });
  });
});
