import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import { bearer, createKey, createProject } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const update = "/api/v1/project/update";
const generate = "/api/v1/project/api-keys/generate";
const revoke = "/api/v1/project/api-keys/revoke";
const invite = "/api/v1/project/members/invite";

describeEverywhere((deployment) => {
  describe("a request with an Idempotency-Key", () => {
    let project: Awaited<ReturnType<typeof createProject>>;
    beforeEach(async () => {
      project = await createProject(deployment);
    });

    async function post(path: string, body: unknown, key: string, apiKey = project.apiKey) {
      const headers = { ...bearer(apiKey), "Idempotency-Key": key };
      const response = await deployment.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return {
        status: response.status,
        isReplay: response.headers.get("Idempotent-Replayed") === "true",
        requestId: response.headers.get("X-Request-ID"),
        body: await response.json(),
      };
    }

    async function name(): Promise<string> {
      const response = await deployment.fetch("/api/v1/project", { headers: bearer(project.apiKey) });
      return (await response.json()).data.name;
    }

    it("gets the same answer again without a second effect", async () => {
      const first = await post(update, { name: "First" }, "a");
      expect(first).toMatchObject({ status: 200, isReplay: false, body: { data: { name: "First" } } });
      await post(update, { name: "Second" }, "b");
      const again = await post(update, { name: "First" }, "a");
      expect(again).toMatchObject({ status: 200, isReplay: true, body: first.body });
      expect(again.requestId).not.toBe(first.requestId);
      expect(await name()).toBe("Second");
    });

    it("gets the same refusal again if the resource's state was the reason, and changes nothing", async () => {
      const other = await createProject(deployment, "Other");
      await post(update, { slug: "idempotent" }, "a", other.apiKey);
      const first = await post(update, { name: "Changed", slug: "idempotent" }, "a");
      expect(first).toMatchObject({ status: 409, isReplay: false, body: { error: { code: "CONFLICT" } } });
      expect(await name()).toBe("Demo");
      await post(update, { slug: "free-again" }, "b", other.apiKey);
      const again = await post(update, { name: "Changed", slug: "idempotent" }, "a");
      expect(again).toMatchObject({ status: 409, isReplay: true, body: { error: { code: "CONFLICT" } } });
      expect(again.body.error.requestId).toBe(again.requestId);
      await post(update, { slug: "idempotent-no-more" }, "c", other.apiKey);
    });

    it("409 IDEMPOTENCY_MISMATCH with another body or path, changing nothing", async () => {
      await post(update, { name: "First" }, "a");
      for (const [path, body] of [
        [update, { name: "Second" }],
        [revoke, { keyId: "key_x" }],
      ] as const) {
        expect(await post(path, body, "a")).toMatchObject({
          status: 409,
          body: { error: { code: "IDEMPOTENCY_MISMATCH" } },
        });
      }
      expect(await name()).toBe("First");
    });

    it("is remembered per project", async () => {
      const other = await createProject(deployment, "Other");
      await post(update, { name: "First" }, "a");
      expect(await post(update, { name: "Theirs" }, "a", other.apiKey)).toMatchObject({ status: 200, isReplay: false });
    });

    it("takes effect after an earlier refusal of its shape, scope or credential", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["project:read"]);
      expect((await post(update, { name: "" }, "a")).status).toBe(400);
      expect((await post(update, { name: "First" }, "a", apiKey)).status).toBe(403);
      expect((await post(update, { name: "First" }, "a", `svc_test_${"x".repeat(43)}`)).status).toBe(401);
      expect(await post(update, { name: "First" }, "a")).toMatchObject({ status: 200, isReplay: false });
    });

    it("409 CONFLICT for a repeat whose answer held a full key; no second key is made", async () => {
      expect((await post(generate, { name: "CI" }, "a")).status).toBe(200);
      expect(await post(generate, { name: "CI" }, "a")).toMatchObject({
        status: 409,
        body: { error: { code: "CONFLICT" } },
      });
      const response = await deployment.fetch("/api/v1/project/api-keys", { headers: bearer(project.apiKey) });
      expect((await response.json()).data).toHaveLength(2);
    });

    it("has one effect and one answer when 50 are sent at once", async () => {
      const invitation = { email: "once@example.com", role: "member" };
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(invite, invitation, "a")));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1);
      const response = await deployment.fetch("/api/v1/project/members", { headers: bearer(project.apiKey) });
      const members = (await response.json()).data;
      expect(members.filter(({ status }: { status: string }) => status === "invited")).toEqual([answers[0]?.body.data]);
    });

    it.each(["", "x".repeat(256), "caf\u00e9"])("400 VALIDATION for the key %j", async (key) => {
      expect((await post(update, {}, key)).body.error).toMatchObject({ code: "VALIDATION", field: "Idempotency-Key" });
    });
  });
});

describe("the saved answer of an Idempotency-Key", () => {
  // Each test has a deployment of its own, because the time in one test may be earlier than in the test before.
  let deployment: InProcess;
  const hourMs = 60 * 60 * 1000;
  beforeEach(() => {
    deployment = inProcess();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function countKept(): Promise<number> {
    return ((await deployment.documents())["idempotencyKeys"] ?? []).length;
  }

  it("is valid for 24 hours; then the same request has an effect again", async () => {
    const startedAt = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    const { apiKey } = await createProject(deployment);
    const send = async () => {
      const headers = { ...bearer(apiKey), "Idempotency-Key": "a" };
      const response = await deployment.fetch(update, { method: "POST", headers, body: '{"name":"First"}' });
      return [response.status, response.headers.get("Idempotent-Replayed")];
    };
    expect(await send()).toEqual([200, null]);
    vi.setSystemTime(startedAt + 24 * hourMs - 1000);
    expect(await send()).toEqual([200, "true"]);
    vi.setSystemTime(startedAt + 24 * hourMs + 1000);
    expect(await send()).toEqual([200, null]);
    expect(await send()).toEqual([200, "true"]);
    expect(await countKept()).toBe(1);
  });

  it("is deleted after 24 hours and not before, 200 at a time", async () => {
    const startedAt = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    const { projectId } = await deployment.run(async (ctx) => {
      const projectId = await ctx.db.insert("projects", { name: "Demo", slug: "swept", gitRepoUrl: null });
      for (let count = 0; count < 450; count++) {
        await ctx.db.insert("idempotencyKeys", { projectId, keyHash: String(count), fingerprint: "", answer: null });
      }
      return { projectId };
    });
    vi.setSystemTime(startedAt + 24 * hourMs - 1000);
    await deployment.mutation(internal.idempotency.scheduled.sweep, {});
    expect(await countKept()).toBe(450);
    vi.setSystemTime(startedAt + 25 * hourMs);
    await deployment.run((ctx) =>
      ctx.db.insert("idempotencyKeys", { projectId, keyHash: "young", fingerprint: "", answer: null }),
    );
    await deployment.mutation(internal.idempotency.scheduled.sweep, {});
    expect(await countKept()).toBe(450 + 1 - 200);
    await deployment.settled();
    expect(await countKept()).toBe(1);
  });
});
