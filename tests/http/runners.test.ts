import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { absentSince } from "../../convex/runners/presence";
import {
  callbackOf,
  callbackWith,
  client,
  createKey,
  createProject,
  dataOf,
  refusalOf,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const startedAt = Date.parse("2026-03-01T12:00:00Z");

/** A deployment with a clock that only `pass` moves. */
async function begin() {
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
  const deployment = inProcess();
  const { projectId, apiKey } = await createProject(deployment);
  const job = await callbackOf(deployment);
  const id = projectId.slice("proj_".length) as Id<"projects">;
  return {
    deployment,
    projectId,
    api: client(deployment, apiKey),
    job,
    pass: (ms: number) => vi.setSystemTime(Date.now() + ms),
    absentSince: (kind: string) => absentIn(deployment, id, kind),
    rows: async (table: "runners" | "lastClaims") => (await deployment.documents())[table] ?? [],
  };
}

/** The cron has just looked who is there. */
async function absentIn(deployment: ReturnType<typeof inProcess>, id: Id<"projects">, kind: string) {
  await deployment.mutation(internal.runners.jobs.noticeAbsence, {});
  return await deployment.run((ctx) => absentSince(ctx, id, kind));
}

const makeToken = (api: Client, kinds?: string[]) =>
  dataOf(api.post("/project/runner-tokens/generate", { name: "Runner", kinds }));
const list = (api: Client) => dataOf(api.get("/runners"));

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

  it("counts only runners that accept this kind", async () => {
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

describe("the time since which no runner with a token has asked", () => {
  it("concerns only the token's project and kinds", async () => {
    const { deployment, api, absentSince, pass } = await begin();
    const other = await createProject(deployment, "Other");
    const otherId = other.projectId.slice("proj_".length) as Id<"projects">;
    const { token } = await makeToken(api, ["run.execute"]);
    await callbackWith(deployment, token).call("job.claim", { runnerId: "one" });
    expect(await absentSince("run.execute")).toBeNull();
    expect(await absentSince("merge.execute")).toBe(0);
    expect(await absentIn(deployment, otherId, "run.execute")).toBe(0);
    pass(60_000);
    expect(await absentSince("run.execute")).toBe(startedAt);
  });
});

describe("GET /runners", () => {
  it("shows who has asked in the last ten minutes, with what each holds", async () => {
    const { deployment, api, pass } = await begin();
    const { token, id: tokenId } = await makeToken(api);
    const holder = callbackWith(deployment, token);
    expect(await list(api)).toEqual([]);
    await holder.call("job.claim", { runnerId: "idle", kinds: ["run.execute"] });
    await holder.call("job.claim", { runnerId: "idle", kinds: ["merge.execute"] });
    pass(60_000);
    await startRun(api);
    const { id: jobId } = await holder.call("job.claim", { runnerId: "busy", leaseMs: 900_000 });
    const busy = { runnerId: "busy", tokenId, kinds: null, lastSeenAt: "2026-03-01T12:01:00.000Z", jobIds: [jobId] };
    const idle = {
      runnerId: "idle",
      tokenId,
      kinds: ["merge.execute", "run.execute"],
      lastSeenAt: "2026-03-01T12:00:00.000Z",
      jobIds: [],
    };
    expect(await list(api)).toEqual([busy, idle]);
    pass(9 * 60_000);
    expect(await list(api)).toEqual([busy]);
    // The holder of a job stays in the list, with the kinds that it holds once its own record is old.
    pass(60_000);
    expect(await list(api)).toEqual([{ ...busy, kinds: ["run.execute"] }]);
    await holder.call("job.heartbeat", { jobId, runnerId: "busy" });
    expect(await list(api)).toMatchObject([{ lastSeenAt: "2026-03-01T12:11:00.000Z" }]);
    await holder.call("job.complete", { jobId, runnerId: "busy" });
    expect(await list(api)).toEqual([]);
  });

  it("shows a holder of the shared secret to the projects whose jobs it holds or held", async () => {
    const { deployment, api, job } = await begin();
    const other = client(deployment, (await createProject(deployment, "Other")).apiKey);
    await job.call("job.claim", { runnerId: "shared" });
    expect(await list(api)).toEqual([]);
    await startRun(api);
    const { id: jobId } = await job.call("job.claim", { runnerId: "shared" });
    expect(await list(api)).toMatchObject([{ runnerId: "shared", tokenId: null, kinds: null, jobIds: [jobId] }]);
    expect(await list(other)).toEqual([]);
    await job.call("job.complete", { jobId, runnerId: "shared" });
    expect(await list(api)).toMatchObject([{ runnerId: "shared", jobIds: [] }]);
  });

  it("comes in pages when asked to", async () => {
    const { deployment, api, pass } = await begin();
    const holder = callbackWith(deployment, (await makeToken(api)).token);
    for (const runnerId of ["one", "two", "three"]) {
      await holder.call("job.claim", { runnerId });
      pass(1000);
    }
    const first = (await api.get("/runners?limit=2")).body;
    expect(first).toMatchObject({ data: [{ runnerId: "three" }, { runnerId: "two" }], hasMore: true });
    const rest = (await api.get(`/runners?limit=2&cursor=${first.nextCursor}`)).body;
    expect(rest).toMatchObject({ data: [{ runnerId: "one" }], hasMore: false, nextCursor: null });
    expect(await refusalOf(api.get("/runners?cursor=other"))).toEqual([400, "VALIDATION", "cursor"]);
  });

  it("needs the scope runs:read", async () => {
    const { deployment, api, projectId } = await begin();
    const { apiKey } = await createKey(deployment, projectId, ["issues:write"]);
    expect(await refusalOf(client(deployment, apiKey).get("/runners"))).toEqual([403, "SCOPE_DENIED"]);
    expect((await api.get("/runners")).body).toEqual({ data: [], nextCursor: null, hasMore: false });
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
