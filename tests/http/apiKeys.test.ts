import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import { bearer, client, createKey, createProject, dataOf, projectForEach } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const list = "/api/v1/project/api-keys";
const generate = `${list}/generate`;
const revoke = `${list}/revoke`;

describeEverywhere((deployment) => {
  const { project } = projectForEach(deployment);

  async function post(path: string, body: unknown, headers: Record<string, string> = bearer(project.apiKey)) {
    const response = await deployment.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async function get(path: string, apiKey = project.apiKey) {
    const response = await deployment.fetch(path, { headers: bearer(apiKey) });
    return { status: response.status, body: await response.json() };
  }

  describe("GET /api/v1/project/api-keys", () => {
    it("200 with the keys of the project, newest first, and no secret", async () => {
      await createKey(deployment, project.projectId, ["runs:read"]);
      await createProject(deployment, "Other");
      const { status, body } = await get(list);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [
          expect.objectContaining({ name: "Test", scopes: ["runs:read"], lastUsedAt: null }),
          {
            id: expect.stringMatching(/^key_/),
            _id: body.data[1].id,
            name: "Administrator",
            prefix: project.apiKey.slice(0, 17),
            scopes: ["*"],
            preset: null,
            workflowIds: null,
            createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            lastUsedAt: body.data[1].lastUsedAt,
            lastUsedRoute: body.data[1].lastUsedRoute,
            status: "active",
            revokedAt: null,
            expiresAt: null,
            createdBy: project.userId,
            madeByKeyId: null,
            replacedBy: null,
            limitedTo: null,
          },
        ],
        nextCursor: null,
        hasMore: false,
      });
    });

    it("403 SCOPE_DENIED without the scope admin", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["project:write"]);
      expect((await get(list, apiKey)).body.error.code).toBe("SCOPE_DENIED");
    });

    it.each(["0", "101", "-1", "1.5", "x", "", "99999999999999999999"])(
      "400 VALIDATION for the limit %j",
      async (limit) => {
        const { status, body } = await get(`${list}?limit=${limit}`);
        expect(status).toBe(400);
        expect(body.error).toMatchObject({ code: "VALIDATION", field: "limit" });
      },
    );

    it.each([
      ["limit=1&limit=1", "limit"],
      ["cursor=", "cursor"],
      ["cursor=x", "cursor"],
      ["verbose=1", "verbose"],
    ])("400 VALIDATION for ?%s naming %s", async (query, field) => {
      expect((await get(`${list}?${query}`)).body.error).toMatchObject({ code: "VALIDATION", field });
    });

    it("shows every remaining key exactly once while others are inserted between pages", async () => {
      for (let count = 0; count < 4; count++) await createKey(deployment, project.projectId, ["*"]);
      const before = (await get(list)).body.data.map((key: { id: string }) => key.id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await get(`${list}?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
        seen.push(...body.data.map((key: { id: string }) => key.id));
        expect(body.hasMore).toBe(body.nextCursor !== null);
        cursor = body.nextCursor;
        await createKey(deployment, project.projectId, ["*"]);
      } while (cursor !== null);
      expect(seen).toEqual(before);
    });

    it("400 VALIDATION for a cursor with a changed character, and for another project's", async () => {
      await createKey(deployment, project.projectId, ["*"]);
      const cursor: string = (await get(`${list}?limit=1`)).body.nextCursor;
      for (let at = 0; at < cursor.length; at++) {
        const changed = cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1);
        expect((await get(`${list}?cursor=${changed}`)).body.error).toMatchObject({
          code: "VALIDATION",
          field: "cursor",
        });
      }
      const other = await createProject(deployment, "Other");
      expect((await get(`${list}?cursor=${cursor}`, other.apiKey)).status).toBe(400);
    });
  });

  describe("lastUsedAt", () => {
    async function lastUse(keyId: string): Promise<string | null> {
      return (await get(list)).body.data.find((key: { id: string }) => key.id === keyId).lastUsedAt;
    }

    it.each([
      ["a read", "GET", "/api/v1/project", undefined],
      ["a change", "POST", "/api/v1/project/update", "{}"],
      ["an unknown path", "GET", "/api/v1/nothing", undefined],
      ["a body of a wrong shape", "POST", "/api/v1/project/update", "[]"],
      ["a scope that is lacking", "POST", generate, '{"name":"x"}'],
      ["a conflict", "POST", "/api/v1/project/update", '{"slug":"taken"}'],
    ])("changes with %s", async (_what, method, path, body) => {
      const other = await createProject(deployment, "Other");
      await post("/api/v1/project/update", { slug: "taken" }, bearer(other.apiKey));
      const { apiKey, keyId } = await createKey(deployment, project.projectId, ["project:write"]);
      expect(await lastUse(keyId)).toBeNull();
      await deployment.fetch(path, { method, headers: bearer(apiKey), ...(body === undefined ? {} : { body }) });
      expect(await lastUse(keyId)).toMatch(/Z$/);
    });

    it.each([
      ["GET", "/api/v1/project", "GET /api/v1/project"],
      ["POST", "/api/v1/project/update", "POST /api/v1/project/update"],
      ["GET", "/api/v1/workflows/wf_x", "GET /api/v1/workflows/:id"],
      ["DELETE", "/api/v1/workflows/wf_x", "DELETE /api/v1/workflows/:id"],
      ["POST", generate, "POST /api/v1/project/api-keys/generate"],
      ["GET", "/api/v1/nothing", null],
    ])("%s %s is shown as the last used route %s", async (method, path, shown) => {
      const { apiKey, keyId } = await createKey(deployment, project.projectId, ["project:write", "workflows:write"]);
      await deployment.fetch(path, { method, headers: bearer(apiKey) });
      const listed = async () => (await get(list)).body.data.find((key: { id: string }) => key.id === keyId);
      expect((await listed()).lastUsedRoute).toBe(shown);
      await deployment.mutation(internal.apiKeys.scheduled.fold, {});
      expect((await listed()).lastUsedRoute).toBe(shown);
    });

    it("is never before the first request, and at most a second before the last one", async () => {
      const { apiKey, keyId } = await createKey(deployment, project.projectId, ["project:read"]);
      const use = async () => {
        await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) });
        return Date.parse((await lastUse(keyId)) ?? "");
      };
      const beginMs = Date.now();
      const first = await use();
      expect(first).toBeGreaterThanOrEqual(beginMs);
      await expect.poll(use, { interval: 50, timeout: 10_000 }).toBeGreaterThanOrEqual(first + 1_000);
    });

    it("stays when the uses of the key are combined", async () => {
      await get("/api/v1/project");
      await deployment.mutation(internal.apiKeys.scheduled.fold, {});
      expect((await get(list)).body.data[0].lastUsedAt).toMatch(/Z$/);
    });
  });

  describe("POST /api/v1/project/api-keys/generate", () => {
    it("200 with a key that works at once, shown this once", async () => {
      const { status, body } = await post(generate, { name: " CI " });
      expect(status).toBe(200);
      const { key, ...shown } = body.data;
      expect(key).toMatch(/^svc_test_[0-9A-Za-z]{43}$/);
      expect(shown).toMatchObject({ name: "CI", prefix: key.slice(0, 17), scopes: ["*"], expiresAt: null });
      expect((await get("/api/v1/project", key)).status).toBe(200);
      expect(JSON.stringify((await get(list)).body)).not.toContain(key);
    });

    it("200 with the scopes asked for and those that they include", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["admin", "runs:write"]);
      const { body } = await post(generate, { name: "CI", scopes: ["runs:read", "runs:read"] }, bearer(apiKey));
      expect(body.data.scopes).toEqual(["runs:read"]);
    });

    it("403 SCOPE_DENIED for a scope that the calling key lacks", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["admin"]);
      for (const scope of ["runs:read", "*"]) {
        const { status, body } = await post(generate, { name: "CI", scopes: [scope] }, bearer(apiKey));
        expect([status, body.error.code]).toEqual([403, "SCOPE_DENIED"]);
      }
    });

    it("401 AUTH_INVALID for a key that has expired", async () => {
      const expiresAt = new Date(Date.now() + 1000).toISOString();
      const { body } = await post(generate, { name: "CI", expiresAt });
      expect(body.data.expiresAt).toBe(expiresAt);
      expect((await get("/api/v1/project", body.data.key)).status).toBe(200);
      await expect
        .poll(async () => (await get("/api/v1/project", body.data.key)).body.error?.code, { timeout: 5000 })
        .toBe("AUTH_INVALID");
    });

    it.each([
      ["name", {}],
      ["name", { name: " " }],
      ["name", { name: "x".repeat(101) }],
      ["name", { name: null }],
      ["scopes", { name: "x", scopes: [] }],
      ["scopes", { name: "x", scopes: "*" }],
      ["scopes", { name: "x", scopes: Array(9000).fill("runs:read") }],
      ["scopes.1", { name: "x", scopes: ["*", "everything"] }],
      ["expiresAt", { name: "x", expiresAt: "2020-01-01T00:00:00.000Z" }],
      ["expiresAt", { name: "x", expiresAt: "tomorrow" }],
      ["key", { name: "x", key: "mine" }],
    ])("400 VALIDATION naming %s for %j", async (field, body) => {
      const answer = await post(generate, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: "VALIDATION", field });
    });
  });

  describe("a key that a key made", () => {
    const made = async (body: object, apiKey = project.apiKey) =>
      (await post(generate, { name: "Made", ...body }, bearer(apiKey))).body;
    const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

    it("is shown with the key that made it, and with the person for whom both were made", async () => {
      const [first, second] = [(await made({})).data, (await made({})).data];
      expect(first).toMatchObject({ createdBy: project.userId, madeByKeyId: second.madeByKeyId, limitedTo: null });
      const [, , administrators] = (await get(list)).body.data;
      expect(administrators).toMatchObject({ id: first.madeByKeyId, name: "Administrator", madeByKeyId: null });
    });

    it("expires with its maker at the latest: 400 VALIDATION naming expiresAt for a later time", async () => {
      const expiresAt = inAnHour();
      const { key } = (await made({ expiresAt })).data;
      const later = new Date(Date.parse(expiresAt) + 1).toISOString();
      expect((await made({ expiresAt: later }, key)).error).toMatchObject({ code: "VALIDATION", field: "expiresAt" });
      expect((await made({}, key)).data.expiresAt).toBe(expiresAt);
      expect((await made({ expiresAt: null }, key)).data.expiresAt).toBe(expiresAt);
      const sooner = new Date(Date.parse(expiresAt) - 1000).toISOString();
      expect((await made({ expiresAt: sooner }, key)).data.expiresAt).toBe(sooner);
    });

    it("ends with its maker, as do the keys that it made itself; other keys do not", async () => {
      const parent = (await made({})).data;
      const child = (await made({}, parent.key)).data;
      const grandchild = (await made({}, child.key)).data;
      const other = (await made({})).data;
      const { body } = await post(revoke, { keyId: parent.id });
      expect(body.data).toMatchObject({ status: "revoked", endedKeys: 2 });
      for (const { key } of [parent, child, grandchild]) expect((await get("/api/v1/project", key)).status).toBe(401);
      expect((await get("/api/v1/project", other.key)).status).toBe(200);
      const shown = (await get(list)).body.data.map((key: { id: string; status: string }) => [key.id, key.status]);
      expect(shown).toEqual(
        expect.arrayContaining([
          [parent.id, "revoked"],
          [child.id, "revoked"],
          [grandchild.id, "revoked"],
          [other.id, "active"],
        ]),
      );
    });

    it("409 CONFLICT when a chain of eight keys, each made by the previous one, would get a ninth", async () => {
      let { apiKey } = project;
      for (let count = 0; count < 8; count++) apiKey = (await made({}, apiKey)).data.key;
      expect((await made({}, apiKey)).error).toMatchObject({ code: "CONFLICT" });
      expect((await get("/api/v1/project", apiKey)).status).toBe(200);
    });
  });

  describe("POST /api/v1/project/api-keys/revoke", () => {
    it("200 after which the next request is refused; again it changes nothing", async () => {
      const { apiKey, keyId } = await createKey(deployment, project.projectId, ["*"]);
      expect((await get("/api/v1/project", apiKey)).status).toBe(200);
      const { status, body } = await post(revoke, { keyId });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id: keyId, status: "revoked", revokedAt: expect.any(String) });
      expect((await get("/api/v1/project", apiKey)).body.error.code).toBe("AUTH_INVALID");
      expect((await post(revoke, { keyId })).body.data).toEqual(body.data);
    });

    it("200 for the calling key itself", async () => {
      const { apiKey, keyId } = await createKey(deployment, project.projectId, ["admin"]);
      expect((await post(revoke, { keyId }, bearer(apiKey))).status).toBe(200);
      expect((await post(revoke, { keyId }, bearer(apiKey))).status).toBe(401);
    });

    it("403 FORBIDDEN for another project's key, which still works", async () => {
      const other = await createProject(deployment, "Other");
      const { apiKey, keyId } = await createKey(deployment, other.projectId, ["*"]);
      expect((await post(revoke, { keyId })).body.error.code).toBe("FORBIDDEN");
      expect((await get("/api/v1/project", apiKey)).status).toBe(200);
    });

    it.each(["key_nothing", "x", "__proto__"])("404 NOT_FOUND for the id %s", async (keyId) => {
      expect((await post(revoke, { keyId })).status).toBe(404);
    });
  });
});

describe("combining the uses of keys", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("leaves one row for each key, with its last second, 500 uses at a time, and none of the last minute", async () => {
    const startedAt = Date.UTC(2026, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    const t = inProcess();
    const [busy, quiet] = await t.run(async (ctx) => {
      const userId = await ctx.db.insert("users", { email: "a@example.com" });
      const projectId = await ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null });
      const key = { projectId, userId, name: "CI", prefix: "svc_test_", scopes: ["*"], revokedAtMs: null };
      const busy = await ctx.db.insert("apiKeys", { ...key, hash: "busy" });
      const quiet = await ctx.db.insert("apiKeys", { ...key, hash: "quiet" });
      await ctx.db.insert("apiKeyUses", { keyId: quiet });
      for (let use = 0; use < 1100; use++) await ctx.db.insert("apiKeyUses", { keyId: busy });
      return [busy, quiet] as const;
    });
    vi.setSystemTime(startedAt + 5_500);
    await t.run((ctx) => ctx.db.insert("apiKeyUses", { keyId: busy }));
    const uses = () => t.run(async (ctx) => (await ctx.db.query("apiKeyUses").take(2000)).length);

    vi.setSystemTime(startedAt + 59_000);
    await t.mutation(internal.apiKeys.scheduled.fold, {});
    expect(await uses()).toBe(1102);

    vi.setSystemTime(startedAt + 120_000);
    await t.run((ctx) => ctx.db.insert("apiKeyUses", { keyId: busy }));
    await t.mutation(internal.apiKeys.scheduled.fold, {});
    expect(await uses()).toBe(1103 - 500);
    await t.settled();
    expect(await uses()).toBe(1);
    const folded = await t.run((ctx) => ctx.db.query("apiKeyLastUses").take(10));
    expect(folded.map(({ keyId, lastUsedAtMs }) => [keyId, lastUsedAtMs])).toEqual(
      expect.arrayContaining([
        [busy, startedAt + 5_500],
        [quiet, startedAt],
      ]),
    );
    expect(folded).toHaveLength(2);
  });
});

describe("notices that a key expires", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const dayMs = 86_400_000;
  const startedAt = Date.UTC(2026, 0, 1);

  async function keysOf(days: readonly (number | null)[]) {
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    const t = inProcess();
    const { apiKey } = await createProject(t);
    const api = client(t, apiKey);
    for (const life of days) {
      const expiresAt = life === null ? null : new Date(startedAt + life * dayMs).toISOString();
      await dataOf(api.post("/project/api-keys/generate", { name: `Key ${life}`, expiresAt }));
    }
    const titlesAt = async (day: number): Promise<string[]> => {
      vi.setSystemTime(startedAt + day * dayMs);
      await t.mutation(internal.apiKeys.scheduled.giveExpiryNotices, {});
      const listed: { title: string; type: string }[] = await dataOf(api.get("/notifications"));
      return listed.filter(({ type }) => type === "api_key_expiring").map(({ title }) => title);
    };
    return { api, titlesAt };
  }

  it("come a week and a day before, once each, and not for keys that live shorter or for ever", async () => {
    const { titlesAt } = await keysOf([30, 0.5, null]);
    expect(await titlesAt(0)).toEqual([]);
    expect(await titlesAt(1.9)).toEqual([]);
    expect(await titlesAt(23)).toEqual(["The API key Key 30 expires within a week"]);
    expect(await titlesAt(28)).toHaveLength(1);
    const both = ["The API key Key 30 expires within a day", "The API key Key 30 expires within a week"];
    expect(await titlesAt(29)).toEqual(both);
    expect(await titlesAt(29.5)).toEqual(both);
    expect(await titlesAt(31)).toEqual(both);
  });

  it("a key that lives three days gets the one of a day", async () => {
    const { titlesAt } = await keysOf([3]);
    expect(await titlesAt(1.9)).toEqual([]);
    expect(await titlesAt(2)).toEqual(["The API key Key 3 expires within a day"]);
  });

  it("a service that was off for weeks gives the nearest one only", async () => {
    const { titlesAt } = await keysOf([30]);
    expect(await titlesAt(29.5)).toEqual(["The API key Key 30 expires within a day"]);
  });

  it("none for a key that was revoked or replaced", async () => {
    const { api, titlesAt } = await keysOf([30, 40]);
    const [later, sooner] = await dataOf(api.get("/project/api-keys"));
    await dataOf(api.post("/project/api-keys/revoke", { keyId: sooner.id }));
    vi.setSystemTime(startedAt + 38 * dayMs);
    await dataOf(api.post("/project/api-keys/rotate", { keyId: later.id, graceSeconds: 604_800 }));
    expect(await titlesAt(38.5)).toEqual([]);
    expect(await titlesAt(39.5)).toEqual(["The API key Key 40 expires within a day"]);
  });
});
