import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  callbackWith,
  client,
  createKey,
  createProject,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
} from "../support/fixtures";

const gitRepoUrl = "https://code.example/acme/shop.git";
const head = "0123456789abcdef0123456789abcdef01234567";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  const check = async (changes: object = {}) =>
    await dataOf(api.post("/repositories/check", { gitRepoUrl, ...changes }));
  const get = async (id: string) => await dataOf(api.get(`/repositories/checks/${id}`));
  const ok = (checkId: string) => ({
    checkId,
    status: "ok",
    defaultBranch: "trunk",
    baseBranch: "trunk",
    headCommit: head,
  });

  /** Claims the job of the check, and skips jobs of other projects. */
  async function claimOf(repositoryCheckId: string) {
    for (;;) {
      const found = await job.call("job.claim", { runnerId: "r", kinds: ["repository.check"], leaseMs: 900_000 });
      if (found === null || found.repositoryCheckId === repositoryCheckId) return found;
    }
  }

  describe("POST /api/v1/repositories/check", () => {
    it("201 with a check that waits, and a job for a runner with the address as it was written", async () => {
      const { status, body } = await api.post("/repositories/check", { gitRepoUrl, branchName: "next" });
      expect(status).toBe(201);
      const { id } = body.data;
      const shown = {
        id: expect.stringMatching(/^rc_/),
        _id: id,
        gitRepoUrl,
        branchName: "next",
        status: "pending",
        reason: null,
        error: null,
        defaultBranch: null,
        baseBranch: null,
        headCommit: null,
        createdAt: expect.stringMatching(/Z$/),
        completedAt: null,
      };
      expect(body.data).toMatchObject(shown);
      expect(await claimOf(id)).toMatchObject({
        kind: "repository.check",
        repositoryCheckId: id,
        repositoryCheck: { id, gitRepoUrl, branchName: "next" },
        project: { id: project.projectId },
      });
      // Somebody asks for such jobs now.
      expect(await get(id)).toEqual({ ...shown, waiting: null });
    });

    it.each([
      ["gitRepoUrl", {}],
      ["gitRepoUrl", { gitRepoUrl: " " }],
      ["gitRepoUrl", { gitRepoUrl: "~/shop" }],
      ["gitRepoUrl", { gitRepoUrl: "../shop" }],
      ["branchName", { gitRepoUrl, branchName: "" }],
      ["colour", { gitRepoUrl, colour: "red" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      expect(await refusalOf(api.post("/repositories/check", body))).toEqual([400, "VALIDATION", field]);
    });

    it("403 for a key that may only read, which still reads checks", async () => {
      const { id } = await check();
      const key = await createKey(deployment, project.projectId, ["runs:read"]);
      const reader = client(deployment, key.apiKey);
      const [status, code] = await refusalOf(reader.post("/repositories/check", { gitRepoUrl }));
      expect([status, code]).toEqual([403, "SCOPE_DENIED"]);
      expect((await reader.get(`/repositories/checks/${id}`)).status).toBe(200);
    });

    it("409 CONFLICT when twenty checks wait already", async () => {
      for (let asked = 0; asked < 20; asked++) await check();
      const [status, code] = await refusalOf(api.post("/repositories/check", { gitRepoUrl }));
      expect([status, code]).toEqual([409, "CONFLICT"]);
    });

    it("never shows a token in the address, which the runner gets", async () => {
      const secret = "https://me:s3cret@code.example/shop";
      const { id } = await check({ gitRepoUrl: secret });
      const shown = [await get(id), (await api.get("/repositories/checks")).body];
      expect(JSON.stringify(shown)).not.toContain("s3cret");
      expect(shown[0].gitRepoUrl).toBe("https://***@code.example/shop");
      expect(await claimOf(id)).toMatchObject({ repositoryCheck: { gitRepoUrl: secret } });
    });
  });

  describe("the runner", () => {
    it("reports branches, once: a second report changes nothing", async () => {
      const { id } = await check();
      const done = await job.call("repositoryCheck.report", ok(id));
      expect(done).toMatchObject({ status: "ok", defaultBranch: "trunk", baseBranch: "trunk", headCommit: head });
      expect(await job.call("repositoryCheck.report", { ...ok(id), baseBranch: "other" })).toEqual(done);
      expect(await get(id)).toEqual(done);
    });

    it("reports why a repository cannot be used, without the token that a sentence may hold", async () => {
      const { id } = await check();
      const error = "There is nothing at https://me:token@code.example/shop.";
      await job.call("repositoryCheck.report", { checkId: id, status: "failed", reason: "not_found", error });
      expect(await get(id)).toMatchObject({
        status: "failed",
        reason: "not_found",
        error: "There is nothing at https://***@code.example/shop.",
        completedAt: expect.stringMatching(/Z$/),
      });
    });

    it.each([
      ["baseBranch is required", { status: "ok" }],
      ["error is required", { status: "failed" }],
      ["reason", { status: "failed", error: "No.", reason: "because" }],
      ["headCommit", { status: "ok", baseBranch: "main", headCommit: "main" }],
    ])("is refused with %s for %j", async (message, report) => {
      const { id } = await check();
      await expect(job.call("repositoryCheck.report", { checkId: id, ...report })).rejects.toThrow(message);
      expect(await get(id)).toMatchObject({ status: "pending" });
    });

    it("that gives up fails the check with its sentence", async () => {
      const { id } = await check();
      const { id: jobId } = await claimOf(id);
      await job.call("job.fail", { jobId, runnerId: "r", error: "git is not installed.", retryable: false });
      expect(await get(id)).toMatchObject({ status: "failed", reason: "not_checked", error: "git is not installed." });
    });

    it("that names no kinds gets other jobs, and never a check", async () => {
      const { id } = await check();
      const merge = { pullRequests: [{ prUrl: "https://code.example/1", prNumber: 1 }] };
      const { id: mergeRunId } = await dataOf(api.post("/merging/start", merge));
      const claimed: { kind: string; mergeRunId: string | null }[] = [];
      // Other tests may leave jobs, also while this one claims.
      for (;;) {
        const found = await job.call("job.claim", { runnerId: "old", leaseMs: 900_000 });
        if (found === null) break;
        claimed.push(found);
      }
      expect(claimed).toContainEqual(expect.objectContaining({ kind: "merge.execute", mergeRunId }));
      expect(claimed.map(({ kind }) => kind)).not.toContain("repository.check");
      expect(await claimOf(id)).toMatchObject({ repositoryCheckId: id });
    });

    it("with a token that names no kinds gets a check only when it asks for the kind", async () => {
      const { token } = await dataOf(api.post("/project/runner-tokens/generate", { name: "Old" }));
      const bound = callbackWith(deployment, token);
      const { id } = await check();
      expect(await bound.call("job.claim", { runnerId: "old" })).toBe(null);
      expect(await bound.call("job.claim", { runnerId: "new", kinds: ["repository.check"] })).toMatchObject({
        repositoryCheckId: id,
      });
    });

    it("with a token of other kinds never gets a check", async () => {
      const request = { name: "Runs", kinds: ["run.execute"] };
      const { token } = await dataOf(api.post("/project/runner-tokens/generate", request));
      await check();
      const bound = callbackWith(deployment, token);
      expect(await bound.call("job.claim", { runnerId: "r", kinds: ["repository.check"] })).toBe(null);
      expect(await bound.call("job.claim", { runnerId: "r" })).toBe(null);
    });
  });

  describe("GET /api/v1/repositories/checks", () => {
    it("lists the checks of the project alone, the newest first", async () => {
      const other = client(deployment, (await createProject(deployment)).apiKey);
      await dataOf(other.post("/repositories/check", { gitRepoUrl }));
      const ids = [(await check()).id, (await check()).id];
      const listed = (await api.get("/repositories/checks")).body.data;
      expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
      const [status, code] = await refusalOf(other.get(`/repositories/checks/${ids[0]}`));
      expect([status, code]).toEqual([403, "FORBIDDEN"]);
    });
  });
});
