import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { fields, nested } from "../support/largeJson";
import { client, createKey, createProject, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

const pullRequest = { prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 };

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  /** Claims the job of the merge run, and skips jobs of other projects. */
  async function claimOf(mergeRunId: string): Promise<object | null> {
    const claim = { runnerId: "m", kinds: ["merge.execute"], leaseMs: 900_000 };
    for (;;) {
      const found = await job.call("job.claim", claim);
      if (found === null || found.mergeRunId === mergeRunId) return found;
    }
  }

  const start = async () => (await dataOf(api.post("/merging/start", { pullRequests: [pullRequest] }))).id;

  describe("POST /api/v1/merging/start", () => {
    it("201 with a merge run that is running, and a job for the runner", async () => {
      const config = { strategy: "ours", deep: { list: [1, null] } };
      const body = { pullRequests: [pullRequest], baseBranch: "develop", config };
      const answer = await api.post("/merging/start", body);
      expect(answer.status).toBe(201);
      const { data } = answer.body;
      expect(data).toEqual({
        id: expect.stringMatching(/^merge_/),
        _id: data.id,
        status: "running",
        ...body,
        prUrl: null,
        pullRequest: null,
        error: null,
        createdAt: expect.stringMatching(/Z$/),
        completedAt: null,
      });
      expect(await claimOf(data.id)).toMatchObject({ kind: "merge.execute", attempt: 1, mergeRunId: data.id });
    });

    it.each([
      ["pullRequests", {}],
      ["pullRequests", { pullRequests: [] }],
      ["pullRequests", { pullRequests: null }],
      ["pullRequests.0.prUrl", { pullRequests: [{ prNumber: 1 }] }],
      ["pullRequests.0.prUrl", { pullRequests: [{ prUrl: "javascript:alert(1)", prNumber: 1 }] }],
      ["pullRequests.1.prNumber", { pullRequests: [pullRequest, { ...pullRequest, prNumber: 1.5 }] }],
      ["pullRequests.0.title", { pullRequests: [{ ...pullRequest, title: "x" }] }],
      ["baseBranch", { pullRequests: [pullRequest], baseBranch: "" }],
      ["config", { pullRequests: [pullRequest], config: [] }],
      ["config", { pullRequests: [pullRequest], config: { deep: [{ $set: 1 }] } }],
      ["config", { pullRequests: [pullRequest], config: { größe: 1 } }],
      ["config", { pullRequests: [pullRequest], config: { list: Array(9000).fill(1) } }],
      ["config", { pullRequests: [pullRequest], config: { deep: nested(500) } }],
      ["config", { pullRequests: [pullRequest], config: fields(1100) }],
      ["dryRun", { pullRequests: [pullRequest], dryRun: true }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/merging/start", body))).toEqual([400, "VALIDATION", field]);
      expect((await api.get("/merging/list")).body.data).toEqual([]);
    });
  });

  it("GET /api/v1/merging/list: 200 in pages, newest first, of this project alone", async () => {
    const ids = [await start(), await start(), await start()].toReversed();
    const first = (await api.get("/merging/list?limit=2")).body;
    const second = (await api.get(`/merging/list?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    const stranger = client(deployment, (await createProject(deployment, "Theirs")).apiKey);
    expect((await stranger.get("/merging/list")).body.data).toEqual([]);
  });

  it("403 SCOPE_DENIED without the scope", async () => {
    const reader = client(deployment, (await createKey(deployment, project.projectId, ["merging:read"])).apiKey);
    expect((await reader.get("/merging/list")).status).toBe(200);
    expect(await refusalOf(reader.post("/merging/start"))).toEqual([403, "SCOPE_DENIED"]);
  });

  describe("mergeRun.updateStatus", () => {
    it.each(["completed", "failed", "cancelled"] as const)("running -> %s, as REST then shows it", async (status) => {
      const mergeRunId = await start();
      const prUrl = "https://code.example/acme/app/pull/2";
      const changed = await job.call("mergeRun.updateStatus", { mergeRunId, status, prUrl, error: "Why." });
      const completedAt = expect.stringMatching(/Z$/);
      expect(changed).toMatchObject({ id: mergeRunId, status, prUrl, error: "Why.", completedAt });
      expect((await api.get("/merging/list")).body.data).toEqual([changed]);
      expect(await job.call("mergeRun.get", { mergeRunId })).toEqual(changed);
    });

    it.each(["completed", "failed", "cancelled"])(
      "400 for any move away from %s, which changes nothing",
      async (end) => {
        const mergeRunId = await start();
        const ended = await job.call("mergeRun.updateStatus", { mergeRunId, status: end });
        for (const status of ["running", "completed", "failed", "cancelled"]) {
          const refused = await job.refused("mergeRun.updateStatus", { mergeRunId, status });
          expect(refused).toEqual([400, expect.stringContaining(`The merge run is ${end}`)]);
        }
        expect(await job.call("mergeRun.get", { mergeRunId })).toEqual(ended);
      },
    );

    it("400 for an unknown merge run, and for an unknown status", async () => {
      const mergeRunId = await start();
      for (const args of [
        { mergeRunId: "merge_x", status: "failed" },
        { mergeRunId, status: "pending" },
      ]) {
        expect((await job.refused("mergeRun.updateStatus", args))[0]).toBe(400);
      }
      expect((await job.refused("mergeRun.get", { mergeRunId: "merge_x" }))[0]).toBe(400);
    });
  });
});
