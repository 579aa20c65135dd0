import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import {
  bearer,
  callbackOf,
  callbackWith,
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const wrong = [401, "The bearer token is missing or wrong."];

const makeToken = (api: Client, fields: object = {}) =>
  dataOf(api.post("/project/runner-tokens/generate", { name: "Runner", ...fields }));
const revoke = (api: Client, tokenId: string) => dataOf(api.post("/project/runner-tokens/revoke", { tokenId }));
const queueRun = async (api: Client) => await startRun(api, { workflowId: await createWorkflow(api) });
const queueMerge = (api: Client) =>
  dataOf(api.post("/merging/start", { pullRequests: [{ prUrl: "https://code.example/1", prNumber: 1 }] }));

describeEverywhere((deployment) => {
  const shared = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);
  const holder = (token: string) => callbackWith(deployment, token);

  describe("a runner token", () => {
    it("is shown once, and only its hash and its beginning are kept", async () => {
      const answer = await api.post("/project/runner-tokens/generate", { name: " CI ", kinds: ["run.execute"] });
      expect(answer.status).toBe(201);
      const { token, ...view } = answer.body.data;
      expect(token).toMatch(/^svc_runner_[0-9A-Za-z]{43}$/);
      expect(view).toEqual({
        id: expect.stringMatching(/^rtok_/),
        _id: view.id,
        name: "CI",
        prefix: token.slice(0, "svc_runner_".length + 8),
        kinds: ["run.execute"],
        createdAt: expect.stringMatching(/Z$/),
        status: "active",
        revokedAt: null,
        expiresAt: null,
        isValid: true,
        createdBy: project.userId,
        madeByKeyId: expect.stringMatching(/^key_/),
      });
      const list = (await api.get("/project/runner-tokens")).body;
      expect(list).toEqual({ data: [view], nextCursor: null, hasMore: false });
      expect((await stranger.get("/project/runner-tokens")).body.data).not.toContainEqual(view);
    });

    it.each([
      [{}, "name"],
      [{ name: "" }, "name"],
      [{ name: "A", kinds: [] }, "kinds"],
      [{ name: "A", kinds: ["run.eat"] }, "kinds.0"],
      [{ name: "A", expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
      [{ name: "A", scopes: ["*"] }, "scopes"],
    ])("is refused for %j", async (body, field) => {
      expect(await refusalOf(api.post("/project/runner-tokens/generate", body))).toEqual([400, "VALIDATION", field]);
    });

    it("needs the scope admin", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["runs:write"]);
      const other = client(deployment, apiKey);
      const denied = [403, "SCOPE_DENIED"];
      expect(await refusalOf(other.get("/project/runner-tokens"))).toEqual(denied);
      expect(await refusalOf(other.post("/project/runner-tokens/generate", { name: "A" }))).toEqual(denied);
      expect(await refusalOf(other.post("/project/runner-tokens/revoke", { tokenId: "rtok_x" }))).toEqual(denied);
    });

    it("is not shown by a repeat of the request that made it", async () => {
      const repeat = () =>
        api.post("/project/runner-tokens/generate", { name: "A" }, { "Idempotency-Key": `token ${project.projectId}` });
      expect((await repeat()).status).toBe(201);
      expect(await refusalOf(repeat())).toEqual([409, "CONFLICT"]);
      expect((await api.get("/project/runner-tokens")).body.data).toHaveLength(1);
    });

    it("is not an API key, and an API key is not a runner token", async () => {
      const { token } = await makeToken(api);
      expect(await refusalOf(client(deployment, token).get("/project"))).toEqual([401, "AUTH_INVALID"]);
      expect(await holder(project.apiKey).refused("job.claim", { runnerId: "one" })).toEqual(wrong);
      expect(await holder(`${token}x`).refused("job.claim", { runnerId: "one" })).toEqual(wrong);
    });

    it("can be revoked only by its project, permanently", async () => {
      const { token, id } = await makeToken(api);
      expect(await refusalOf(stranger.post("/project/runner-tokens/revoke", { tokenId: id }))).toEqual([
        403,
        "FORBIDDEN",
      ]);
      expect(await refusalOf(api.post("/project/runner-tokens/revoke", { tokenId: "rtok_x" }))).toEqual([
        404,
        "NOT_FOUND",
      ]);
      expect(await holder(token).call("job.claim", { runnerId: "one" })).toBeNull();
      const revoked = await revoke(api, id);
      expect(revoked).toMatchObject({ id, status: "revoked", isValid: false, revokedAt: expect.stringMatching(/Z$/) });
      expect(await revoke(api, id)).toEqual(revoked);
      expect(await holder(token).refused("job.claim", { runnerId: "one" })).toEqual(wrong);
    });

    it("is checked before the request is read", async () => {
      const send = async (token: string) => {
        const init = { method: "POST", headers: bearer(token), body: "no JSON" };
        return (await deployment.fetch("/job/callback", init)).status;
      };
      const { token, id } = await makeToken(api);
      expect(await send(token)).toBe(400);
      await revoke(api, id);
      expect(await send(token)).toBe(401);
    });
  });

  describe("the holder of a runner token", () => {
    it("claims only the jobs of its project, the oldest first, and works on them", async () => {
      await queueRun(stranger);
      const runs = [await queueRun(api), await queueRun(api)];
      const { token } = await makeToken(api);
      const claimed = await holder(token).call("job.claim", { runnerId: "one" });
      expect(claimed).toMatchObject({ runId: runs[0].id, kind: "run.execute", run: { id: runs[0].id } });
      const second = await holder(token).call("job.claim", { runnerId: "one", kinds: ["run.execute"] });
      expect(second.runId).toBe(runs[1].id);
      expect(await holder(token).call("job.claim", { runnerId: "one" })).toBeNull();
      const lease = { jobId: claimed.id, fence: claimed.fence };
      const moved = await holder(token).call("run.updateStatus", { runId: runs[0].id, status: "running" }, lease);
      expect(moved.status).toBe("running");
      await holder(token).call("run.updateStatus", { runId: runs[0].id, status: "completed" }, lease);
      expect((await holder(token).call("job.complete", { jobId: claimed.id, runnerId: "one" }, lease)).status).toBe(
        "done",
      );
    });

    it("claims and sees only jobs of its kinds", async () => {
      const merge = await queueMerge(api);
      await queueRun(api);
      const { token } = await makeToken(api, { kinds: ["run.execute"] });
      const limited = holder(token);
      expect(await limited.call("job.claim", { runnerId: "one", kinds: ["merge.execute"] })).toBeNull();
      expect((await limited.call("job.claim", { runnerId: "one" })).kind).toBe("run.execute");
      expect(await limited.call("job.claim", { runnerId: "one", kinds: ["merge.execute", "run.execute"] })).toBeNull();
      const whole = holder((await makeToken(api)).token);
      const job = await whole.call("job.claim", { runnerId: "one" });
      expect(job.mergeRunId).toBe(merge.id);
      const named = [400, `There is no job with the id ${job.id}.`];
      expect(await limited.refused("job.heartbeat", { jobId: job.id, runnerId: "one" })).toEqual(named);
      const lease = { jobId: job.id, fence: job.fence };
      expect(await limited.refused("job.claim", { runnerId: "one" }, lease)).toEqual(named);
    });

    it("waits for a job, and is woken by one of its project", async () => {
      const { token } = await makeToken(api);
      const waiting = holder(token).call("job.claim", { runnerId: "one", waitMs: 20_000 });
      await queueRun(stranger);
      const { id } = await queueRun(api);
      expect((await waiting).runId).toBe(id);
    });

    it("gets the key of its project and never that of the platform", async () => {
      await deployment.setEnvironment({ PLATFORM_KEY_OPENAI: "sk-platform" });
      const { token } = await makeToken(api);
      const args = { projectId: project.projectId, keyType: "openai" };
      expect(await shared.call("keys.getWithFallback", args)).toMatchObject({ key: "sk-platform" });
      expect(await holder(token).call("keys.getWithFallback", args)).toBeNull();
      await deployment.setEnvironment({ PLATFORM_KEY_OPENAI: null });
    });

    it("repeats its calls apart from other projects' runners, from the secret's holders and from REST", async () => {
      const headers = { "Idempotency-Key": `same ${project.projectId}` };
      const run = await queueRun(api);
      const args = { runId: run.id, progress: "Reading." };
      const send = async (token: string) => {
        const init = { method: "POST", headers: { ...bearer(token), ...headers } };
        const body = JSON.stringify({ operation: "run.updateProgress", args });
        const response = await deployment.fetch("/job/callback", { ...init, body });
        return [response.status, response.headers.get("Idempotent-Replayed")];
      };
      const { token, id } = await makeToken(api);
      const foreign = await makeToken(stranger);
      expect(await send(token)).toEqual([200, null]);
      expect(await send(token)).toEqual([200, "true"]);
      // The other project's runner must not receive the kept answer.
      expect(await send(foreign.token)).toEqual([400, null]);
      expect((await api.post("/issues/create", { title: "A" }, headers)).status).toBe(200);
      await revoke(api, id);
      expect(await send(token)).toEqual([401, null]);
    });
  });

  describe("a claim with a token that ends", () => {
    it("is stale at once, and the job is claimed by another runner", async () => {
      const { id: runId } = await queueRun(api);
      const { token, id } = await makeToken(api);
      const claimed = await holder(token).call("job.claim", { runnerId: "one" });
      const lease = { jobId: claimed.id, fence: claimed.fence };
      await revoke(api, id);
      const late = await shared.refused("run.updateStatus", { runId, status: "running" }, lease);
      expect(late).toEqual([400, expect.stringMatching(/^stale lease/)]);
      const next = await holder((await makeToken(api)).token).call("job.claim", { runnerId: "two" });
      expect(next).toMatchObject({ id: claimed.id, attempt: 2 });
      expect(next.fence).toBeGreaterThan(claimed.fence);
    });
  });
});

describe("runner tokens in time", () => {
  afterEach(() => void vi.useRealTimers());

  async function begin() {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
    const deployment = inProcess();
    const { apiKey, projectId } = await createProject(deployment);
    const shared = await callbackOf(deployment);
    const api = client(deployment, apiKey);
    return { deployment, api, shared, projectId, holder: (token: string) => callbackWith(deployment, token) };
  }

  it("an expired token is refused, and its claims are over", async () => {
    const { api, holder, shared } = await begin();
    const { id: runId } = await queueRun(api);
    const { token } = await makeToken(api, { expiresAt: "2026-03-01T13:00:00Z" });
    const claimed = await holder(token).call("job.claim", { runnerId: "one", leaseMs: 900_000 });
    vi.setSystemTime(Date.parse("2026-03-01T13:00:00Z"));
    expect(await holder(token).refused("run.get", { runId })).toEqual(wrong);
    const lease = { jobId: claimed.id, fence: claimed.fence };
    const late = await shared.refused("run.updateStatus", { runId, status: "running" }, lease);
    expect(late).toEqual([400, expect.stringMatching(/^stale lease/)]);
    expect((await api.get("/project/runner-tokens")).body.data).toMatchObject([{ status: "active", isValid: false }]);
  });

  it("a token ends with the key that made it, and lives no longer", async () => {
    const { deployment, api, holder, projectId } = await begin();
    const maker = await dataOf(
      api.post("/project/api-keys/generate", { name: "CI", expiresAt: "2026-03-02T00:00:00Z" }),
    );
    const made = client(deployment, maker.key);
    const after = { name: "A", expiresAt: "2026-03-03T00:00:00Z" };
    expect(await refusalOf(made.post("/project/runner-tokens/generate", after))).toEqual([
      400,
      "VALIDATION",
      "expiresAt",
    ]);
    const { token, expiresAt } = await makeToken(made);
    expect(expiresAt).toBe("2026-03-02T00:00:00.000Z");
    expect(await holder(token).call("settings.get", { projectId })).toMatchObject({ agentMd: null });
    await dataOf(api.post("/project/api-keys/revoke", { keyId: maker.id }));
    expect(await holder(token).refused("settings.get", { projectId })).toEqual(wrong);
  });

  it("a token ends when its maker is not an owner any more, or leaves", async () => {
    for (const change of ["demoted", "removed"]) {
      const { deployment, api, holder } = await begin();
      const { token, createdBy } = await makeToken(api);
      const claim = () => holder(token).refused("job.claim", { runnerId: "one" });
      expect(await claim()).toEqual([200, undefined]);
      await deployment.run(async (ctx) => {
        const member = await ctx.db.query("projectMembers").first();
        if (member === null) throw new Error(`${createdBy} is not a member.`);
        if (change === "removed") await ctx.db.delete("projectMembers", member._id);
        else await ctx.db.patch("projectMembers", member._id, { role: "admin" });
      });
      expect(await claim()).toEqual(wrong);
    }
  });

  it("a token ends with its project, and is valid again when the project is restored", async () => {
    const { deployment, api, holder, projectId } = await begin();
    const { token } = await makeToken(api);
    await dataOf(api.post("/project/delete"));
    expect(await holder(token).refused("job.claim", { runnerId: "one" })).toEqual(wrong);
    await deployment.mutation(internal.admin.projects.restore, { projectId });
    expect(await holder(token).call("job.claim", { runnerId: "one" })).toBeNull();
  });

  it("revoking ends more claims than fit into one step, and no claims of others", async () => {
    const { deployment, api, holder, shared } = await begin();
    const workflowId = await createWorkflow(api);
    for (let number = 0; number < 130; number++) await startRun(api, { workflowId });
    const { token, id } = await makeToken(api);
    const kept = await shared.call("job.claim", { runnerId: "shared" });
    for (let number = 1; number < 130; number++) await holder(token).call("job.claim", { runnerId: "one" });
    await revoke(api, id);
    await deployment.settled();
    const jobs = (await deployment.documents())["jobs"] as { _id: string; status: string; fence: number }[];
    expect(jobs.filter(({ status }) => status === "claimed").map(({ _id }) => `job_${_id}`)).toEqual([kept.id]);
    expect(jobs.filter(({ status, fence }) => status === "queued" && fence === 2)).toHaveLength(129);
  });

  it("a job whose run is completed is cancelled when the token of its runner ends", async () => {
    const { deployment, api, holder } = await begin();
    const { id: runId } = await queueRun(api);
    const { token, id } = await makeToken(api);
    await holder(token).call("job.claim", { runnerId: "one" });
    await holder(token).call("run.updateStatus", { runId, status: "completed" });
    await revoke(api, id);
    await deployment.settled();
    expect((await deployment.documents())["jobs"]).toMatchObject([{ status: "cancelled", fence: 2 }]);
  });

  it("a job that is being cancelled is cancelled when the token of its runner ends", async () => {
    const { deployment, api, holder } = await begin();
    const run = await queueRun(api);
    const { token, id } = await makeToken(api);
    await holder(token).call("job.claim", { runnerId: "one" });
    await dataOf(api.post("/runs/cancel", { runId: run.id }));
    await revoke(api, id);
    await deployment.settled();
    expect((await deployment.documents())["jobs"]).toMatchObject([{ status: "cancelled" }]);
  });
});
