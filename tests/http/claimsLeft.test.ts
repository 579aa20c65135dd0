// Claims whose runner has closed its connection, as one that stopped while it waited for a job.
import { beforeEach, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { describeEverywhere } from "../support/deployment";
import { bearer, callbackWith, client, createProject, dataOf, projectForEach, runner } from "../support/fixtures";
import { callbackSecret, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { sha256Hex } from "../../convex/lib/hashing";

const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

describeEverywhere((deployment) => {
  runner(deployment);
  const { api } = projectForEach(deployment);
  let token: string;
  beforeEach(async () => {
    ({ token } = await dataOf(api.post("/project/runner-tokens/generate", { name: "Runner" })));
  });

  /** Waits for a job until `left` aborts. Resolves when the claim waits; the claim continues. */
  async function waitForJob(runnerId: string, left: AbortSignal): Promise<void> {
    const body = JSON.stringify({ operation: "job.claim", args: { runnerId, waitMs: 25_000 } });
    const init = { method: "POST", headers: bearer(token), body, signal: left };
    void deployment.fetch("/job/callback", init).catch(() => "left");
    const seen = async () => (await dataOf(api.get("/runners"))).map((one: { runnerId: string }) => one.runnerId);
    await expect.poll(seen).toContain(runnerId);
  }

  it("claim no job: a runner that is connected gets the next one at once, in its first attempt", async () => {
    const leaving = Array.from({ length: 3 }, () => new AbortController());
    for (const [index, { signal }] of leaving.entries()) await waitForJob(`leaving-${index}`, signal);
    for (const controller of leaving) controller.abort();
    const { id } = await startRun(api);
    const claimed = await callbackWith(deployment, token).call("job.claim", { runnerId: "there", waitMs: 2_000 });
    expect(claimed).toMatchObject({ runId: id, attempt: 1 });
  });

  it("return the job that they claimed while leaving, and a runner that has read the answer is refused", async () => {
    const there = callbackWith(deployment, token);
    const { id: mergeRunId } = await dataOf(api.post("/merging/start", { pullRequests }));
    const taken = await there.call("job.claim", { runnerId: "leaving" });
    const input = { jobId: taken.id, runnerId: "leaving", fence: taken.fence };
    const call = { lease: null, input, tokenHash: await sha256Hex(token) };
    await deployment.mutation(internal.jobs.operations.giveBack, call);
    const lease = { jobId: taken.id, fence: taken.fence };
    expect(await there.refused("mergeRun.get", { mergeRunId }, lease)).toEqual([
      400,
      expect.stringMatching(/^stale lease/),
    ]);
    const again = await there.call("job.claim", { runnerId: "there" });
    expect(again).toMatchObject({ id: taken.id, attempt: 1, mergeRunId });
    expect(again.fence).toBeGreaterThan(taken.fence);
  });
});

describe("a job that was returned", () => {
  it("is as before the claim, with its position and the time by which it must begin", async () => {
    const deployment = inProcess();
    process.env["JOB_CALLBACK_SECRET"] = callbackSecret;
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const startBy = Date.now() + 3_600_000;
    await startRun(api, { startBy });
    await dataOf(api.post("/merging/start", { pullRequests }));
    const jobs = async () => (await deployment.documents())["jobs"] as Doc<"jobs">[];
    const before = await jobs();
    expect(before.map(({ boundAtMs }) => boundAtMs)).toEqual([startBy, undefined]);
    const there = callbackWith(deployment);
    const claims = [];
    for (const _job of before) claims.push(await there.call("job.claim", { runnerId: "leaving" }));
    for (const { id: jobId, fence } of claims) {
      const input = { jobId, runnerId: "leaving", fence };
      await deployment.mutation(internal.jobs.operations.giveBack, { lease: null, input, tokenHash: null });
    }
    const after = await jobs();
    // Once for the claim, and once more for a runner that may have read its answer.
    expect(after.map(({ fence }) => fence)).toEqual(before.map(({ fence }) => fence + 2));
    const withoutFence = (all: Doc<"jobs">[]) => all.map(({ fence: _fence, ...rest }) => rest);
    expect(withoutFence(after)).toEqual(withoutFence(before));
    delete process.env["JOB_CALLBACK_SECRET"];
  });
});
