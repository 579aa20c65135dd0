import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import { bearer, callbackSecret, dataOf, projectForEach, runner, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { Deployment } from "../support/deployment";

const hourMs = 3_600_000;

async function tell(deployment: Deployment, key: string, operation: string, args: object, lease?: object) {
  const response = await deployment.fetch("/job/callback", {
    method: "POST",
    headers: { ...bearer(callbackSecret), "Idempotency-Key": key },
    body: JSON.stringify({ operation, args, lease }),
  });
  return {
    status: response.status,
    isReplay: response.headers.get("Idempotent-Replayed") === "true",
    body: await response.json(),
  };
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api } = projectForEach(deployment);
  let runId: string;
  beforeEach(async () => {
    runId = (await startRun(api)).id;
  });

  const step = (name = "Design") => ({ runId, stepIndex: 0, role: "designer", name });
  const names = async () => (await job.call("run.get", { runId })).steps.map((each: { name: string }) => each.name);

  describe("a call of the job runner with an Idempotency-Key", () => {
    it("gets the same answer again without a second effect", async () => {
      const first = await tell(deployment, `${runId} a`, "runStep.create", step());
      expect(first).toMatchObject({ status: 200, isReplay: false, body: { result: { id: expect.any(String) } } });
      expect(await tell(deployment, `${runId} a`, "runStep.create", step())).toEqual({ ...first, isReplay: true });
      expect(await names()).toEqual(["Design"]);
      await tell(deployment, `${runId} b`, "runStep.create", step());
      expect(await names()).toEqual(["Design", "Design"]);
    });

    it("has one effect, however many are sent at once", async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => tell(deployment, `${runId} a`, "runStep.create", step())),
      );
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(await names()).toEqual(["Design"]);
    });

    it("gets the same refusal again, if the resource's state was the reason", async () => {
      const elsewhere = { ...step(), runId: `r_${"0".repeat(32)}` };
      const first = await tell(deployment, `${runId} a`, "runStep.create", elsewhere);
      expect(first).toEqual({
        status: 400,
        isReplay: false,
        body: { error: `There is no run with the id ${elsewhere.runId}.` },
      });
      const again = await tell(deployment, `${runId} a`, "runStep.create", elsewhere);
      expect(again).toEqual({ ...first, isReplay: true });
    });

    it("400 for the key of another call, changing nothing", async () => {
      await tell(deployment, `${runId} a`, "runStep.create", step());
      expect(await tell(deployment, `${runId} a`, "runStep.create", step("Build"))).toEqual({
        status: 400,
        isReplay: false,
        body: { error: "The Idempotency-Key was used with another request." },
      });
      expect(await names()).toEqual(["Design"]);
    });

    it.each(["", "x".repeat(256), "ümlaut"])("400 naming the header for the key %j", async (key) => {
      const { status, body } = await tell(deployment, key, "runStep.create", step());
      expect([status, body.error]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
      expect(await names()).toEqual([]);
    });

    it("is independent of the same key from a client of the project", async () => {
      const key = `${runId} a`;
      await tell(deployment, key, "runStep.create", step());
      const { status, headers } = await api.post("/project/update", { name: "Other" }, { "Idempotency-Key": key });
      expect([status, headers.get("Idempotent-Replayed")]).toEqual([200, null]);
    });

    it("is not saved if it only reads", async () => {
      const key = `${runId} a`;
      expect((await tell(deployment, key, "run.get", { runId })).body.result.steps).toEqual([]);
      await tell(deployment, `${runId} b`, "runStep.create", step());
      const { isReplay, body } = await tell(deployment, key, "run.get", { runId });
      expect([isReplay, body.result.steps.length]).toEqual([false, 1]);
    });
  });
});

describe("the saved answer of a call by the job runner", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api } = projectForEach(deployment);
  const startedAt = Date.now();
  let create: (key: string, lease?: object) => ReturnType<typeof tell>;
  let runId: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    runId = (await startRun(api)).id;
    const args = { runId, stepIndex: 0, role: "designer", name: "Design" };
    create = (key, lease) => tell(deployment, key, "runStep.create", args, lease);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is returned to a runner that has lost the job meanwhile", async () => {
    const { id: jobId, fence } = await job.call("job.claim", { runnerId: "first", leaseMs: 5000 });
    const lease = { jobId, fence };
    const done = await create("a", lease);
    expect(done.status).toBe(200);
    vi.setSystemTime(startedAt + 60_000);
    await deployment.mutation(internal.jobs.scheduled.release, {});
    vi.setSystemTime(startedAt + 120_000);
    expect((await job.call("job.claim", { runnerId: "second" })).id).toBe(jobId);
    expect(await create("a", lease)).toEqual({ ...done, isReplay: true });
    const late = await create("b", lease);
    expect([late.status, late.body.error]).toEqual([400, expect.stringMatching(/^stale lease/)]);
  });

  it("is deleted after 24 hours; then the same call has an effect again", async () => {
    const kept = async () => ((await deployment.documents())["idempotencyKeys"] ?? []).length;
    const before = await kept();
    await create("c");
    vi.setSystemTime(startedAt + 24 * hourMs - 1000);
    expect((await create("c")).isReplay).toBe(true);
    expect(await kept()).toBe(before + 1);
    vi.setSystemTime(startedAt + 25 * hourMs);
    await deployment.mutation(internal.idempotency.scheduled.sweep, {});
    expect(await kept()).toBe(0);
    expect((await create("c")).isReplay).toBe(false);
    expect((await dataOf(api.get(`/runs/get?id=${runId}`))).steps).toHaveLength(2);
  });
});
