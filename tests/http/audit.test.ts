import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  bearer,
  client,
  createKey,
  createSandbox,
  createWorkflow,
  dataOf,
  encryptionKey,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";

interface Entry {
  id: string;
  at: string;
  actor: { type: string; id: string | null; name: string };
  action: string;
  subject: { type: string; id: string } | null;
  requestId: string | null;
  changes: Record<string, { from: unknown; to: unknown }>;
  outcome: string;
}

describeEverywhere((deployment) => {
  const { project, api, stranger } = projectForEach(deployment);
  const job = runner(deployment);

  beforeAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey }));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));

  const entries = async (query = ""): Promise<Entry[]> => (await api.get(`/audit-log${query}`)).body.data as Entry[];
  const newest = async (): Promise<Entry> => (await entries("?limit=1"))[0]!;

  describe("GET /api/v1/audit-log", () => {
    let issueId: string;
    beforeEach(async () => {
      issueId = (await dataOf(api.post("/issues/create", { title: "Crash", priority: "high" }))).id as string;
    });

    it("200 with who did what to which thing, in which request", async () => {
      const answer = await api.post("/issues/update", { issueId, title: "Crash at the start" });
      expect(await newest()).toEqual({
        id: expect.stringMatching(/^aud_/),
        _id: expect.stringMatching(/^aud_/),
        at: expect.stringMatching(/Z$/),
        actor: { type: "key", id: expect.stringMatching(/^key_/), name: expect.any(String) },
        action: "issues.update",
        subject: { type: "issue", id: issueId },
        requestId: answer.headers.get("X-Request-ID"),
        changes: { title: { from: "Crash", to: "Crash at the start" } },
        outcome: "success",
      });
    });

    it("200 with what was made and what was deleted, by the words of the request", async () => {
      await dataOf(api.post("/issues/delete", { issueId }));
      const [deletion, creation] = await entries();
      expect(creation).toMatchObject({
        action: "issues.create",
        subject: { type: "issue", id: issueId },
        changes: { title: { from: null, to: "Crash" }, priority: { from: null, to: "high" } },
      });
      expect(deletion).toMatchObject({
        action: "issues.delete",
        subject: { type: "issue", id: issueId },
        changes: { title: { from: "Crash", to: null } },
      });
    });

    it("200 with one entry for many things, one for a repeated request, and none for reads and refused requests", async () => {
      const other = (await dataOf(api.post("/issues/create", { title: "Other" }, { "Idempotency-Key": "a" }))).id;
      await dataOf(api.post("/issues/create", { title: "Other" }, { "Idempotency-Key": "a" }));
      await api.get(`/issues/${issueId}`);
      await refusalOf(api.post("/issues/update", { issueId, title: "" }));
      await dataOf(api.post("/issues/bulk-delete", { issueIds: [issueId, other] }));
      const found = await entries();
      expect(found.map(({ action }) => action)).toEqual(["issues.bulk-delete", "issues.create", "issues.create"]);
      expect(found[0]).toMatchObject({ subject: null, changes: { ids: { from: null, to: [issueId, other] } } });
    });

    it("200 with one entry for many things that a request has made", async () => {
      const run = { workflowId: await createWorkflow(api), prompt: "Build it." };
      const ids = (await dataOf(api.post("/runs/start-many", { runs: [run, run] }))).map(
        ({ id }: { id: string }) => id,
      );
      expect(await newest()).toMatchObject({ action: "runs.start-many", subject: null, changes: { ids: { to: ids } } });
    });

    it("200 with the fields of the API, where they are kept under other names and in other units", async () => {
      const { id } = await dataOf(
        api.post("/budgets", { name: "All", scope: { type: "project" }, limitUsd: 1.5, period: "day" }),
      );
      expect((await newest()).changes).toMatchObject({ limitUsd: { from: null, to: 1.5 } });
      await dataOf(api.put(`/budgets/${id}`, { limitUsd: 2 }));
      expect((await newest()).changes).toEqual({ limitUsd: { from: 1.5, to: 2 } });
    });

    it("200 of an actor, an action, a thing or a span, in pages", async () => {
      await dataOf(api.post("/issues/update", { issueId, priority: "low" }));
      const [{ actor, at }] = (await entries()) as [Entry];
      const count = async (query: string) => (await entries(query)).length;
      expect(await count(`?actor=${actor.id}`)).toBe(2);
      expect(await count("?actor=key_nobody")).toBe(0);
      expect(await count("?action=issues.update")).toBe(1);
      expect(await count(`?actor=${actor.id}&action=issues.create`)).toBe(1);
      expect(await count(`?subject=${issueId}`)).toBe(2);
      expect(await count(`?subject=${issueId}&action=issues.create&actor=${actor.id}`)).toBe(1);
      expect(await count(`?subject=${issueId}&actor=key_nobody`)).toBe(0);
      expect(await count(`?to=${encodeURIComponent(at)}`)).toBe(2);
      expect(await count(`?from=${Date.parse(at) + 1}`)).toBe(0);
      const first = (await api.get("/audit-log?limit=1")).body;
      expect(first).toMatchObject({ hasMore: true, data: [{ action: "issues.update" }] });
      const second = (await api.get(`/audit-log?limit=1&cursor=${first.nextCursor}`)).body;
      expect(second).toMatchObject({ hasMore: false, nextCursor: null, data: [{ action: "issues.create" }] });
    });

    it("400 for a text that is not a time, and for a cursor of other filters", async () => {
      expect(await refusalOf(api.get("/audit-log?from=yesterday"))).toEqual([400, "VALIDATION", "from"]);
      expect(await refusalOf(api.get("/audit-log?from=2026-02-02&to=2026-02-01"))).toEqual([400, "VALIDATION", "to"]);
      await dataOf(api.post("/issues/create", { title: "Second" }));
      const { nextCursor } = (await api.get("/audit-log?limit=1")).body;
      const other = api.get(`/audit-log?limit=1&action=issues.create&cursor=${nextCursor}`);
      expect(await refusalOf(other)).toEqual([400, "VALIDATION", "cursor"]);
    });

    it("shows nothing of another project", async () => {
      const found = (await stranger.get("/audit-log")).body.data as Entry[];
      expect(JSON.stringify(found)).not.toContain(issueId);
      expect((await stranger.get(`/audit-log?subject=${issueId}`)).body.data).toEqual([]);
    });

    it("200 with every entry in a line of its own, where the client accepts such lines", async () => {
      for (let made = 0; made < 3; made++) await dataOf(api.post("/issues/create", { title: `Issue ${made}` }));
      const answer = await deployment.fetch("/api/v1/audit-log?limit=2", {
        headers: { ...bearer(project.apiKey), Accept: "application/x-ndjson" },
      });
      expect(answer.headers.get("Content-Type")).toBe("application/x-ndjson");
      const lines = (await answer.text()).trimEnd().split("\n");
      expect(lines.map((line) => (JSON.parse(line) as Entry).id)).toEqual((await entries()).map(({ id }) => id));
      expect(lines).toHaveLength(4);
    });
  });

  it("secrets are in no entry: of settings, provider keys, API keys and runner tokens", async () => {
    const secret = "sk-very-secret-1234567890";
    await dataOf(api.post("/project/settings/update", { envVars: { TOKEN: secret }, backendDevKey: secret }));
    await dataOf(api.post("/project/provider-keys/set", { provider: "anthropic", key: secret }));
    const made = await dataOf(api.post("/project/api-keys/generate", { name: "CI", scopes: ["runs:read"] }));
    const token = await dataOf(api.post("/project/runner-tokens/generate", { name: "laptop" }));
    const found = await entries();
    expect(found.map(({ action }) => action)).toEqual([
      "runner-tokens.generate",
      "api-keys.generate",
      "provider-keys.set",
      "settings.update",
    ]);
    const text = JSON.stringify(found);
    for (const value of [secret, made.key, token.token, secret.slice(-4)]) expect(text).not.toContain(value);
    expect(found[3]).toMatchObject({
      subject: { type: "settings", id: project.projectId },
      changes: {
        envVars: { from: null, to: [{ name: "TOKEN", value: "[secret]" }] },
        backendDevKey: { from: null, to: "[secret]" },
      },
    });
  });

  it("a change that the key may not make has one entry a minute", async () => {
    const { apiKey } = await createKey(deployment, project.projectId, ["issues:read"]);
    const limited = client(deployment, apiKey);
    for (let tries = 0; tries < 3; tries++) {
      expect(await refusalOf(limited.post("/issues/create", { title: "Crash" }))).toEqual([403, "SCOPE_DENIED"]);
    }
    const refused = await entries("?action=issues.create");
    expect(refused).toMatchObject([
      { outcome: "refused", actor: { type: "key", name: "Test" }, subject: null, changes: {} },
    ]);
  });

  it("so has a malformed change, and a read, that the key may not ask for", async () => {
    const { apiKey } = await createKey(deployment, project.projectId, ["issues:read"]);
    const limited = client(deployment, apiKey);
    for (let tries = 0; tries < 2; tries++) {
      expect(await refusalOf(limited.post("/runs/start", { prompt: 1 }))).toEqual([403, "SCOPE_DENIED"]);
      expect(await refusalOf(limited.get("/runs/list?limit=many"))).toEqual([403, "SCOPE_DENIED"]);
      expect(await refusalOf(limited.get("/audit-log"))).toEqual([403, "SCOPE_DENIED"]);
    }
    const refused = await limited.get("/budgets");
    expect(refused.status).toBe(403);
    expect(await entries("?action=runs.start")).toMatchObject([{ outcome: "refused", actor: { type: "key" } }]);
    expect(await entries("?action=runs.list")).toMatchObject([{ outcome: "refused", subject: null }]);
    expect(await entries("?action=audit.list")).toMatchObject([{ outcome: "refused" }]);
    expect(await entries("?action=budgets.list")).toMatchObject([{ requestId: refused.headers.get("X-Request-ID") }]);
  });

  it("a refusal has an entry also when the same key has just changed something else", async () => {
    const both = await createKey(deployment, project.projectId, ["issues:write"]);
    const limited = client(deployment, both.apiKey);
    const issueId = (await dataOf(limited.post("/issues/create", { title: "Crash" }))).id as string;
    expect((await entries("?action=issues.create")).map(({ outcome }) => outcome)).toEqual(["success"]);
    await dataOf(limited.post("/issues/update", { issueId, title: "Crash at the start" }));
    expect(await refusalOf(limited.post("/project/update", { name: "Mine" }))).toEqual([403, "SCOPE_DENIED"]);
    expect(await entries("?action=project.update")).toMatchObject([{ outcome: "refused" }]);
  });

  it("an update that changes nothing has no entry", async () => {
    const issueId = (await dataOf(api.post("/issues/create", { title: "Crash" }))).id as string;
    await dataOf(api.post("/issues/update", { issueId, title: "Crash" }));
    expect((await entries()).map(({ action }) => action)).toEqual(["issues.create"]);
  });

  it("a message is an entry about the sandbox that the request names", async () => {
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    await dataOf(api.post("/sandboxes/send-message", { sandboxId, content: "Stop." }));
    expect(await newest()).toMatchObject({
      action: "sandboxes.send-message",
      subject: { type: "sandbox", id: sandboxId },
    });
    expect(JSON.stringify(await newest())).not.toContain("Stop.");
  });

  it("a run that a runner creates has an entry with the runner", async () => {
    const workflowId = await createWorkflow(api);
    const created = await job.call("run.create", { workflowId, prompt: "Build", status: "pending" });
    expect(await newest()).toMatchObject({
      actor: { type: "runner" },
      action: "runs.create",
      subject: { type: "run", id: created.id },
      requestId: null,
    });
  });
});
