// How many writes a key and how many starts a project may make in a minute, and what says so.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeEverywhere } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import {
  bearer,
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  encryptionKey,
  projectForEach,
  refusalOf,
  runner,
} from "../support/fixtures";
import { claimOf } from "../support/jobClaims";
import { inProcess } from "../support/inProcess";

const limited = [429, "RATE_LIMITED"];

function limits(deployment: Deployment) {
  const set = async (writes: string, starts: string, shards: string | null) =>
    await deployment.setEnvironment({
      SERVICE_LIMIT_WRITES: writes,
      SERVICE_LIMIT_STARTS: starts,
      COUNTER_SHARDS: shards,
    });
  afterEach(() => set("0", "0", null));
  return async ({ writes = 0, starts = 0, shards = 1 }) => await set(String(writes), String(starts), String(shards));
}

describeEverywhere((deployment) => {
  const { project, api } = projectForEach(deployment);
  const job = runner(deployment);
  const allow = limits(deployment);
  const write = () => api.post("/project/update", {});

  /** The remaining number and the seconds of the one limit in the header. */
  function left(headers: Headers): [number, number] {
    const [, remaining, seconds] = /^"writes";r=(\d+);t=(\d+)$/.exec(headers.get("RateLimit") ?? "") ?? [];
    return [Number(remaining), Number(seconds)];
  }

  describe("writes of a key", () => {
    it("each answer to a write says what is left; reads say and count nothing", async () => {
      await allow({ writes: 3000 });
      const first = await write();
      expect(first.headers.get("RateLimit-Policy")).toBe('"writes";q=3000;w=60');
      expect(first.headers.get("RateLimit")).toMatch(/^"writes";r=2999;t=(60|5\d)$/);
      const read = await api.get("/project");
      expect([read.headers.get("RateLimit"), read.headers.get("RateLimit-Policy")]).toEqual([null, null]);
      expect(left((await write()).headers)[0]).toBe(2998);
      const exposed = (await write()).headers.get("Access-Control-Expose-Headers");
      for (const name of ["Retry-After", "RateLimit", "RateLimit-Policy"]) expect(exposed).toContain(name);
    });

    it("429 RATE_LIMITED beyond it, which may be repeated after Retry-After, while reads are answered", async () => {
      await allow({ writes: 2 });
      for (const remaining of [1, 0]) expect(left((await write()).headers)[0]).toBe(remaining);
      const refused = await write();
      expect(refused.status).toBe(429);
      expect(refused.body.error).toEqual({
        code: "RATE_LIMITED",
        message: expect.stringContaining("2 writes"),
        retryable: true,
        requestId: refused.headers.get("X-Request-ID"),
      });
      const [remaining, seconds] = left(refused.headers);
      expect([remaining, refused.headers.get("Retry-After")]).toEqual([0, String(seconds)]);
      expect((await api.get("/project")).status).toBe(200);
    });

    it("what is refused counts: for its path, its method, its shape, its scope, its resource, and what is replayed", async () => {
      await allow({ writes: 100 });
      const { apiKey } = await createKey(deployment, project.projectId, ["project:write", "issues:write"]);
      const key = client(deployment, apiKey);
      const repeated = { "Idempotency-Key": "again" };
      const asked = [
        () => key.post("/nothing"),
        () => key.delete("/project"),
        () => key.post("/project/update", { nothing: 1 }),
        () => key.post("/runs/cancel", { runId: "r_x" }),
        () => key.post("/issues/delete", { issueId: "issue_x" }),
        () => key.post("/issues/create", { title: "Crash" }, repeated),
        () => key.post("/issues/create", { title: "Crash" }, repeated),
        () => key.post("/issues/create", { title: "Other" }, repeated),
        () => key.post("/issues/delete", { issueId: "issue_x" }, { "Idempotency-Key": "refused" }),
        () => key.post("/issues/delete", { issueId: "issue_x" }, { "Idempotency-Key": "refused" }),
        () => key.post("/project/api-keys/generate", { name: "x" }),
      ];
      const seen: [number, number][] = [];
      for (const ask of asked) {
        const { status, headers } = await ask();
        seen.push([status, left(headers)[0]]);
      }
      const statuses = [404, 404, 400, 403, 404, 200, 200, 409, 404, 404, 403];
      expect(seen).toEqual(statuses.map((status, at) => [status, 99 - at]));
    });

    it("429 stands after the key and before everything else", async () => {
      await allow({ writes: 1 });
      const { apiKey } = await createKey(deployment, project.projectId, ["project:read"]);
      const key = client(deployment, apiKey);
      expect(await refusalOf(key.post("/nothing"))).toEqual([404, "NOT_FOUND"]);
      const issue = { title: "Crash" };
      for (const refused of [
        key.post("/nothing"),
        key.delete("/project"),
        key.post("/project/update", { nothing: 1 }),
        key.post("/issues/create", issue),
        key.post("/issues/create", issue, { "Idempotency-Key": "again" }),
        key.post("/project/api-keys/generate", { name: "x" }),
      ])
        expect(await refusalOf(refused)).toEqual(limited);
      const unknown = client(deployment, `${apiKey.slice(0, -1)}_`);
      expect(await refusalOf(unknown.post("/nothing"))).toEqual([401, "AUTH_INVALID"]);
      expect(await refusalOf(key.get("/nothing"))).toEqual([404, "NOT_FOUND"]);
    });

    it.each([1, 8])(
      "with %i lanes exactly as many of many at once have room, and other keys have their own",
      async (shards) => {
        await allow({ writes: 13, shards });
        const answers = await Promise.all(
          Array.from({ length: 40 }, () => api.post("/issues/create", { title: "Crash" })),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(13);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(27);
        expect((await dataOf(api.get("/issues/list"))).length).toBe(13);
        const { apiKey } = await createKey(deployment, project.projectId, ["*"]);
        expect((await client(deployment, apiKey).post("/project/update", {})).status).toBe(200);
      },
    );

    it("0 means no limit and no headers", async () => {
      await allow({});
      expect((await write()).headers.get("RateLimit")).toBeNull();
    });
  });

  describe("starts of a project", () => {
    const start = async () => {
      const workflow = { name: "Build", steps: [{ role: "designer", name: "Design" }] };
      const { id: workflowId } = await dataOf(api.post("/workflows", workflow));
      return { workflowId, prompt: "Go", gitRepoUrl: "https://github.com/a/b" };
    };

    it("429 RATE_LIMITED beyond it for each key of the project; what was refused has started nothing", async () => {
      await allow({ writes: 100, starts: 2 });
      const run = await start();
      const { apiKey } = await createKey(deployment, project.projectId, ["*"]);
      const other = client(deployment, apiKey);
      await dataOf(api.post("/runs/start", run));
      await dataOf(other.post("/runs/start", run));
      const refused = await other.post("/runs/start", run);
      expect([refused.status, refused.body.error.code, refused.body.error.retryable]).toEqual([...limited, true]);
      expect(refused.body.error.message).toContain("2 starts");
      expect(refused.headers.get("Retry-After")).toMatch(/^(60|[1-5]?\d)$/);
      expect(refused.headers.get("RateLimit-Policy")).toBe('"writes";q=100;w=60, "starts";q=2;w=60');
      expect(refused.headers.get("RateLimit")).toMatch(/^"writes";r=98;t=\d+, "starts";r=0;t=\d+$/);
      expect(await refusalOf(api.post("/runs/start-many", { runs: [run] }))).toEqual(limited);
      expect(await dataOf(api.get("/runs"))).toHaveLength(2);
      const theirs = await createProject(deployment, "Other");
      expect((await client(deployment, theirs.apiKey).post("/runs/start", run)).status).toBe(403);
    });

    it("all runs of one request have room, or none is started", async () => {
      await allow({ starts: 2 });
      const run = await start();
      await dataOf(api.post("/runs/start", run));
      const refused = await api.post("/runs/start-many", { runs: [run, run] });
      expect([refused.status, refused.body.error.code]).toEqual(limited);
      expect(refused.headers.get("RateLimit")).toMatch(/"starts";r=1;t=\d+$/);
      expect(await dataOf(api.get("/runs"))).toHaveLength(1);
      expect((await api.post("/runs/start-many", { runs: [run] })).status).toBe(201);
    });

    it("400 for more runs than a minute has room for, which no repeat could start", async () => {
      await allow({ starts: 2 });
      const run = await start();
      const { status, headers, body } = await api.post("/runs/start-many", { runs: [run, run, run] });
      expect([status, body.error]).toMatchObject([400, { code: "VALIDATION", field: "runs" }]);
      expect(body.error.message).toContain("at most 2 elements");
      expect(headers.get("Retry-After")).toBeNull();
      expect((await api.post("/runs/start-many", { runs: [run, run] })).status).toBe(201);
    });
  });

  describe("GET /limits", () => {
    it("200 for any key with what applies to it", async () => {
      await allow({ writes: 50, starts: 5 });
      await write();
      const { apiKey: other } = await createKey(deployment, project.projectId, ["*"]);
      await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
      await dataOf(client(deployment, other).post("/project/hooks", { kind: "github" }));
      const check = { gitRepoUrl: "https://code.example/a/b" };
      await dataOf(client(deployment, other).post("/repositories/check", check));
      const { apiKey } = await createKey(deployment, project.projectId, ["issues:read"]);
      const fresh = await dataOf(client(deployment, apiKey).get("/limits"));
      const resetsAt = expect.stringMatching(/Z$/);
      const ofProject = [
        { name: "starts", scope: "project", limit: 5, used: 0, resetsAt },
        { name: "webhooks", scope: "project", limit: 20, used: 0 },
        { name: "hooks", scope: "project", limit: 20, used: 1 },
        { name: "repository_checks", scope: "project", limit: 20, used: 1 },
        { name: "body_bytes", scope: "request", limit: 1_048_576 },
      ];
      expect(fresh).toEqual([{ name: "writes", scope: "key", limit: 50, used: 0, resetsAt }, ...ofProject]);
      expect((await dataOf(api.get("/limits")))[0]).toMatchObject({ name: "writes", used: 1 });
      expect(await refusalOf(api.get("/limits?x=1"))).toEqual([400, "VALIDATION", "x"]);
    });

    it("names no limit that does not apply, and that of concurrent runs where there is one", async () => {
      await allow({});
      await dataOf(api.post("/project/settings/update", { maxConcurrentRuns: 3 }));
      const names = (await dataOf(api.get("/limits"))).map(({ name }: { name: string }) => name);
      expect(names).toEqual(["concurrent_runs", "webhooks", "hooks", "repository_checks", "body_bytes"]);
    });

    it("has the limit of each workflow, with its runs that take room", async () => {
      await allow({});
      const [one, two] = [await createWorkflow(api, { concurrencyLimit: 2 }), await createWorkflow(api)];
      for (const workflowId of [one, two]) await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
      const limits = async () =>
        (await dataOf(api.get("/limits"))).filter(({ scope }: { scope: string }) => scope === "workflow");
      const limit = { name: "concurrent_runs", scope: "workflow", limit: 2, workflowId: one };
      expect(await limits()).toEqual([{ ...limit, used: 0 }]);
      await claimOf(project, job, { runnerId: "one" });
      await claimOf(project, job, { runnerId: "one" });
      expect(await limits()).toEqual([{ ...limit, used: 1 }]);
      await dataOf(api.put(`/workflows/${one}`, { concurrencyLimit: null }));
      expect(await limits()).toEqual([]);
    });

    it("has no limit of a workflow that is deleted for good, and its runs wait for none", async () => {
      await allow({});
      const workflowId = await createWorkflow(api, { concurrencyLimit: 1 });
      const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
      const { id: second } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
      expect(await dataOf(api.get(`/runs/get?id=${second}`))).toMatchObject({ waiting: { reason: "concurrency" } });
      await dataOf(api.delete(`/workflows/${workflowId}`));
      await dataOf(api.delete(`/trash/workflow/${workflowId}`));
      const scopes = (await dataOf(api.get("/limits"))).map(({ scope }: { scope: string }) => scope);
      expect(scopes).not.toContain("workflow");
      for (const id of [runId, second])
        expect(await dataOf(api.get(`/runs/get?id=${id}`))).toMatchObject({ waiting: null });
    });

    it.each([1, 8])("says exactly what a key has used in %i lanes", async (shards) => {
      await allow({ writes: 1000, shards });
      for (let count = 0; count < 9; count++) await write();
      expect((await dataOf(api.get("/limits")))[0]).toMatchObject({ name: "writes", limit: 1000, used: 9 });
    });
  });
});

describe("the minute of a limit", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) }));
  afterEach(() => void vi.useRealTimers());

  it("begins with the first write that it counts, and leaves nothing to the next one", async () => {
    const deployment = inProcess();
    const { apiKey } = await createProject(deployment);
    const write = () =>
      deployment.fetch("/api/v1/project/update", { method: "POST", headers: bearer(apiKey), body: "{}" });
    await deployment.setEnvironment({ SERVICE_LIMIT_WRITES: "2", COUNTER_SHARDS: "1" });
    try {
      expect((await write()).headers.get("RateLimit")).toBe('"writes";r=1;t=60');
      vi.advanceTimersByTime(40_500);
      expect((await write()).headers.get("RateLimit")).toBe('"writes";r=0;t=20');
      vi.advanceTimersByTime(19_000);
      const refused = await write();
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
      vi.advanceTimersByTime(500);
      expect((await write()).headers.get("RateLimit")).toBe('"writes";r=1;t=60');
    } finally {
      await deployment.setEnvironment({ SERVICE_LIMIT_WRITES: "0", COUNTER_SHARDS: null });
    }
  });

  it("stays when the uses of keys are combined", async () => {
    const { internal } = await import("../../convex/_generated/api");
    const deployment = inProcess();
    const { apiKey } = await createProject(deployment);
    const write = () =>
      deployment.fetch("/api/v1/project/update", { method: "POST", headers: bearer(apiKey), body: "{}" });
    await deployment.setEnvironment({ SERVICE_LIMIT_WRITES: "2", COUNTER_SHARDS: "1" });
    try {
      await write();
      vi.advanceTimersByTime(59_000);
      await write();
      await deployment.mutation(internal.apiKeys.scheduled.fold, {});
      expect((await write()).status).toBe(429);
    } finally {
      await deployment.setEnvironment({ SERVICE_LIMIT_WRITES: "0", COUNTER_SHARDS: null });
    }
  });
});
