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
    rows: async (table: "runners" | "lastClaims" | "runnerReports") => (await deployment.documents())[table] ?? [],
  };
}

/** The cron has just looked who is there. */
async function absentIn(deployment: ReturnType<typeof inProcess>, id: Id<"projects">, kind: string) {
  await deployment.mutation(internal.runners.scheduled.noticeAbsence, {});
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

/** What is shown of a runner that says nothing about itself. */
const silent = {
  name: null,
  version: null,
  protocol: null,
  agents: null,
  places: null,
  freeDiskMb: null,
  lastError: null,
};

const said = {
  name: "builder",
  version: "0.1.0",
  protocol: 1,
  agents: [
    { name: "claude", kind: "acp", isolation: "bubblewrap", problem: "The program claude was not found in PATH." },
    { name: "tests", kind: "command", isolation: "bubblewrap", problem: null },
  ],
  places: { total: 4, free: 3, waiting: 2 },
  freeDiskMb: 20_000,
  lastError: { text: "Claims nothing now.", at: startedAt },
};
const shown = { ...said, lastError: { text: said.lastError.text, at: "2026-03-01T12:00:00.000Z" } };

describe("runner.report", () => {
  it("shows people what the runner says about itself", async () => {
    const { deployment, api } = await begin();
    const holder = callbackWith(deployment, (await makeToken(api)).token);
    await holder.call("job.claim", { runnerId: "one" });
    expect(await list(api)).toMatchObject([{ runnerId: "one", ...silent }]);
    expect(await holder.call("runner.report", { runnerId: "one", ...said })).toBeNull();
    expect(await list(api)).toMatchObject([{ runnerId: "one", ...shown }]);
    const well = { agents: [], lastError: null };
    await holder.call("runner.report", { runnerId: "one", ...said, ...well });
    expect(await list(api)).toMatchObject([{ runnerId: "one", ...shown, ...well }]);
  });

  it("is that of the runner with this name and this token alone", async () => {
    const { deployment, api, job } = await begin();
    const [first, second] = [await makeToken(api), await makeToken(api)];
    for (const { token } of [first, second]) {
      await callbackWith(deployment, token).call("job.claim", { runnerId: "one" });
    }
    await callbackWith(deployment, first.token).call("runner.report", { runnerId: "one", ...said });
    await job.call("runner.report", { runnerId: "one", ...said, name: "of everybody" });
    const names = (await list(api)).map(({ tokenId, name }: { tokenId: string; name: string }) => [tokenId, name]);
    expect(Object.fromEntries(names)).toEqual({ [first.id]: "builder", [second.id]: null });
  });

  it("shows a holder of the shared secret to the projects whose jobs it holds", async () => {
    const { api, job } = await begin();
    await job.call("runner.report", { runnerId: "shared", ...said });
    expect(await list(api)).toEqual([]);
    await startRun(api);
    await job.call("job.claim", { runnerId: "shared" });
    expect(await list(api)).toMatchObject([{ runnerId: "shared", name: "builder" }]);
  });

  it("is one row, written when something has changed or 20 seconds have passed", async () => {
    const { job, rows, pass } = await begin();
    const report = (changes = {}) => job.call("runner.report", { runnerId: "one", ...said, ...changes });
    await report();
    pass(19_999);
    await report();
    expect(await rows("runnerReports")).toMatchObject([{ reportedAtMs: startedAt }]);
    await report({ places: { total: 4, free: 2, waiting: 2 } });
    expect(await rows("runnerReports")).toMatchObject([{ reportedAtMs: startedAt + 19_999 }]);
    pass(20_000);
    await report({ places: { total: 4, free: 2, waiting: 2 } });
    expect(await rows("runnerReports")).toMatchObject([{ reportedAtMs: startedAt + 39_999 }]);
    expect(await rows("runnerReports")).toHaveLength(1);
  });

  it.each([
    [{ name: "x".repeat(101) }, "args.name"],
    [{ name: "two\nlines" }, "args.name must not have control characters."],
    [{ agents: Array.from({ length: 51 }, () => said.agents[1]) }, "args.agents"],
    [{ agents: [{ ...said.agents[0], problem: "x".repeat(501) }] }, "args.agents.0.problem"],
    [{ places: { total: 1, free: -1, waiting: 0 } }, "args.places.free"],
    [{ lastError: { text: "x".repeat(501), at: startedAt } }, "args.lastError.text"],
    [{ more: "" }, "args.more is unknown"],
  ])("refuses what is too much: %#", async (changes, problem) => {
    const { job, rows } = await begin();
    await expect(job.call("runner.report", { runnerId: "one", ...said, ...changes })).rejects.toThrow(problem);
    expect(await rows("runnerReports")).toEqual([]);
  });

  it("is forgotten an hour after the runner has last said something", async () => {
    const { deployment, job, rows, pass } = await begin();
    await job.call("runner.report", { runnerId: "old", ...said });
    pass(60 * 60_000);
    await job.call("runner.report", { runnerId: "new", ...said });
    pass(1);
    await deployment.mutation(internal.runners.scheduled.sweep, {});
    await deployment.settled();
    expect(await rows("runnerReports")).toMatchObject([{ runnerId: "new" }]);
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
    const busy = {
      ...silent,
      runnerId: "busy",
      tokenId,
      kinds: null,
      lastSeenAt: "2026-03-01T12:01:00.000Z",
      jobIds: [jobId],
    };
    const idle = {
      ...silent,
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
    await deployment.mutation(internal.runners.scheduled.sweep, {});
    await deployment.settled();
    expect(await rows("runners")).toMatchObject([{ runnerId: "new" }]);
  });
});
