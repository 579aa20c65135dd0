// Limits hold however many runners ask at once, nothing waits for ever, and the counts are right at the end.
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { expectConsistent } from "../support/consistency/check";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, client, createProject, createWorkflow, dataOf } from "../support/fixtures";

const workflowCount = 20;
const runsOfWorkflow = 12;
const claimsAtOnce = 200;

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory });
});
afterAll(() => engine.stop());

interface Claimed {
  id: string;
  runId: string;
}

it("200 claims at once over 20 workflows with limits of 1 to 5 exceed none, and every run gets its turn", async () => {
  const deployment = deploymentOn(() => engine);
  const { apiKey } = await createProject(deployment);
  const api = client(deployment, apiKey);
  const job = await callbackOf(deployment);
  const limits = new Map<string, number>();
  for (let made = 0; made < workflowCount; made++) {
    const concurrencyLimit = 1 + (made % 5);
    limits.set(await createWorkflow(api, { concurrencyLimit }), concurrencyLimit);
  }
  const workflowOf = new Map<string, string>();
  for (let round = 0; round < runsOfWorkflow; round++) {
    const started = [...limits.keys()].map(async (workflowId) => {
      const { id } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build" }));
      workflowOf.set(id, workflowId);
    });
    await Promise.all(started);
  }

  const going = new Map<string, Claimed>();
  const over = new Set<string>();
  while (over.size < workflowOf.size) {
    const claims = Array.from({ length: claimsAtOnce }, (_, index) =>
      job.call("job.claim", { runnerId: `runner-${index}`, kinds: ["run.execute"] }),
    );
    for (const claimed of (await Promise.all(claims)) as (Claimed | null)[]) {
      if (claimed !== null) going.set(claimed.runId, claimed);
    }
    for (const [workflowId, limit] of limits) {
      const count = [...going.keys()].filter((runId) => workflowOf.get(runId) === workflowId).length;
      expect(count).toBeLessThanOrEqual(limit);
    }
    expect(going.size).toBeGreaterThan(0);
    const ended = [...going.keys()].filter((_, index) => index % 3 !== 2 || going.size < 3);
    await Promise.all(
      ended.map(async (runId) => {
        await job.call("run.updateStatus", { runId, status: "running" });
        await job.call("run.updateStatus", { runId, status: "completed" });
        going.delete(runId);
        over.add(runId);
      }),
    );
  }
  await expectConsistent(engine);
}, 120_000);

it("behind 1,000 runs that wait for room, another one is claimed at once", async () => {
  const deployment = deploymentOn(() => engine);
  const { apiKey } = await createProject(deployment);
  const api = client(deployment, apiKey);
  const job = await callbackOf(deployment);
  const full = await createWorkflow(api, { concurrencyLimit: 1 });
  const free = await createWorkflow(api);
  const start = async (workflowId: string): Promise<string> =>
    (await dataOf(api.post("/runs/start", { workflowId, prompt: "Build" }))).id;
  const first = await start(full);
  for (let made = 0; made < 1000; made += 100) {
    await Promise.all(Array.from({ length: 100 }, () => start(full)));
  }
  const claim = async () => (await job.call("job.claim", { runnerId: "one", kinds: ["run.execute"] }))?.runId ?? null;
  expect(await claim()).toBe(first);
  // A claim passes a bounded number of runs that it may not have, so the free one is found at once.
  const other = await start(free);
  expect(await claim()).toBe(other);
  expect(await claim()).toBeNull();
  const { counts } = (await api.get("/queue?limit=1")).body;
  expect(counts.concurrency).toBe(1000);
}, 120_000);
