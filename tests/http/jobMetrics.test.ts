import { describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { projectForEach, runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { claimOf } from "../support/jobClaims";

const kind = "merge.execute";
const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

// The metrics count the jobs of all projects, so no other tests share this deployment.
const deployment = inProcess();
const job = runner(deployment);
const { project, api } = projectForEach(deployment);

/** Returns the metrics of this kind of job: those that wait, those that are held, and how long the oldest waits. */
const read = async () => {
  const metrics = await deployment.query(internal.admin.metrics.metrics, {});
  const valueOf = (name: string, labels: Record<string, string>) => {
    const samples = metrics.find((metric) => metric.name === name)?.samples ?? [];
    return samples.find((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
      ?.value;
  };
  return {
    waiting: valueOf("switchyard_jobs", { kind, state: "waiting" }) ?? NaN,
    claimed: valueOf("switchyard_jobs", { kind, state: "claimed" }) ?? NaN,
    oldestS: valueOf("switchyard_oldest_waiting_job_seconds", { kind }) ?? NaN,
  };
};

describe("the metrics of jobs", () => {
  it("count a job while it waits, while a runner holds it, and no longer when it has ended", async () => {
    const before = await read();
    await api.post("/merging/start", { pullRequests });
    const queued = await read();
    expect(queued).toMatchObject({ waiting: before.waiting + 1, claimed: before.claimed });
    expect(queued.oldestS).toBeGreaterThanOrEqual(0);
    const claimed = await claimOf(project, job, { runnerId: "metrics" });
    expect(await read()).toMatchObject({ waiting: before.waiting, claimed: before.claimed + 1 });
    await job.call("job.fail", { jobId: claimed.id, runnerId: "metrics", error: "No.", retryable: false });
    expect(await read()).toMatchObject({ waiting: before.waiting, claimed: before.claimed });
  });
});
