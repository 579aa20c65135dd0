import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { noRunnerSince } from "../../convex/runners/seen";
import { callbackOf, createProject } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const startedAt = Date.parse("2026-03-01T12:00:00Z");

/** A deployment with a clock that only `pass` moves. */
async function begin() {
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
  const deployment = inProcess();
  const { projectId } = await createProject(deployment);
  const job = await callbackOf(deployment);
  const id = projectId.slice("proj_".length) as Id<"projects">;
  return {
    deployment,
    job,
    pass: (ms: number) => vi.setSystemTime(Date.now() + ms),
    absentSince: (kind: string) => deployment.run((ctx) => noRunnerSince(ctx, id, kind)),
    rows: async (table: "runners" | "lastClaims") => (await deployment.documents())[table] ?? [],
  };
}

afterEach(() => void vi.useRealTimers());

describe("the time since which no runner has asked for a kind of job", () => {
  it("is 0 before the first claim, and null for a minute after one", async () => {
    const { job, absentSince, pass } = await begin();
    expect(await absentSince("run.execute")).toBe(0);
    await job.call("job.claim", { runnerId: "one" });
    expect(await absentSince("run.execute")).toBeNull();
    pass(59_000);
    expect(await absentSince("run.execute")).toBeNull();
    pass(1000);
    expect(await absentSince("run.execute")).toBe(startedAt);
  });

  it("looks only at runners that take this kind", async () => {
    const { job, absentSince, pass } = await begin();
    await job.call("job.claim", { runnerId: "one", kinds: ["merge.execute"] });
    pass(5000);
    await job.call("job.claim", { runnerId: "one", kinds: ["sandbox.message", "learning.extract"] });
    expect(await absentSince("run.execute")).toBe(0);
    expect(await absentSince("merge.execute")).toBeNull();
    expect(await absentSince("learning.extract")).toBeNull();
    pass(56_000);
    expect(await absentSince("merge.execute")).toBe(startedAt);
    expect(await absentSince("learning.extract")).toBeNull();
  });

  it("stays null while a runner asks again every 25 seconds", async () => {
    const { job, absentSince, pass } = await begin();
    for (let round = 0; round < 10; round++) {
      await job.call("job.claim", { runnerId: "one" });
      pass(25_000);
      expect(await absentSince("run.execute")).toBeNull();
    }
  });
});

describe("the record of runners", () => {
  it("is written at most every 20 seconds for a runner, and for all of them together", async () => {
    const { job, rows, pass } = await begin();
    const ask = async () => {
      for (const runnerId of ["one", "two"]) await job.call("job.claim", { runnerId });
    };
    await ask();
    const first = [await rows("runners"), await rows("lastClaims")];
    expect(first.map(({ length }) => length)).toEqual([2, 1]);
    pass(19_999);
    await ask();
    expect([await rows("runners"), await rows("lastClaims")]).toEqual(first);
    pass(1);
    await ask();
    expect(await rows("runners")).toMatchObject([
      { lastSeenAtMs: startedAt + 20_000 },
      { lastSeenAtMs: startedAt + 20_000 },
    ]);
    expect(await rows("lastClaims")).toMatchObject([{ times: [{ kind: "", atMs: startedAt + 20_000 }] }]);
  });

  it("forgets runners an hour after they were last seen", async () => {
    const { deployment, job, rows, pass } = await begin();
    for (let number = 0; number < 250; number++) await job.call("job.claim", { runnerId: `old ${number}` });
    pass(60 * 60_000);
    await job.call("job.claim", { runnerId: "new" });
    pass(1);
    await deployment.mutation(internal.runners.jobs.sweep, {});
    await deployment.settled();
    expect(await rows("runners")).toMatchObject([{ runnerId: "new" }]);
  });
});
