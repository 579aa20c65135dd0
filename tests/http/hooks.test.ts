// Hooks: a code host says that there is news, and all that follows is that somebody looks earlier.
import { sign } from "@octokit/webhooks-methods";
import examples from "@octokit/webhooks-examples/api.github.com/index.json" with { type: "json" };
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { claimOf } from "../support/jobClaims";
import {
  createKey,
  client,
  createWorkflow,
  dataOf,
  encryptionKey,
  projectForEach,
  refusalOf,
  runner,
} from "../support/fixtures";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api, project, stranger } = projectForEach(deployment);
  beforeAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey }));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));

  interface Hook {
    id: string;
    kind: string;
    url: string;
    secret: string;
  }
  const create = (kind = "github"): Promise<Hook> => dataOf(api.post("/project/hooks", { kind }));

  let deliveries = 0;
  async function send({ id, secret }: Hook, message: unknown, headers: Record<string, string> = {}) {
    const body = typeof message === "string" ? message : JSON.stringify(message);
    const response = await deployment.fetch(`/hooks/${id}`, {
      method: "POST",
      body,
      headers: {
        "X-Hub-Signature-256": await sign(secret, body === "" ? "{}" : body),
        "X-GitHub-Delivery": `delivery-${++deliveries}`,
        ...headers,
      },
    });
    return { status: response.status, body: await response.json() };
  }
  const sendGitlab = async ({ id }: Hook, message: object, headers: Record<string, string>) =>
    (await deployment.fetch(`/hooks/${id}`, { method: "POST", body: JSON.stringify(message), headers })).status;

  /** A run with an open pull request, at which nobody has looked yet. */
  async function opened(prUrl: string, head?: string): Promise<string> {
    const workflowId = await createWorkflow(api, {});
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "running" });
    await job.call("run.updatePr", { runId, prUrl, prStatus: "open" });
    const found = { state: "open", base: "main", mergeable: "clean", approvals: 0, changesRequested: 0 };
    if (head !== undefined) await job.call("run.reportRequest", { runId, ...found, head });
    return runId;
  }
  const claim = () => claimOf(project, job, { kinds: ["pullRequest.look"] });

  describe("/api/v1/project/hooks", () => {
    it("makes a hook whose secret is shown once, lists and deletes it", async () => {
      const { secret, ...hook } = await create();
      expect(hook).toMatchObject({ kind: "github", id: expect.stringMatching(/^hook_/) });
      expect(hook.url).toMatch(new RegExp(`/hooks/${hook.id}$`));
      expect(secret.length).toBeGreaterThan(30);
      expect(await dataOf(api.get("/project/hooks"))).toEqual([hook]);
      expect(await refusalOf(stranger.delete(`/project/hooks/${hook.id}`))).toEqual([403, "FORBIDDEN"]);
      await dataOf(api.delete(`/project/hooks/${hook.id}`));
      expect(await dataOf(api.get("/project/hooks"))).toEqual([]);
      expect((await send({ ...hook, secret }, {})).status).toBe(401);
    });

    it("is for admins, takes two kinds, and twenty hooks", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["runs:write", "workflows:write"]);
      expect(await refusalOf(client(deployment, apiKey).get("/project/hooks"))).toEqual([403, "SCOPE_DENIED"]);
      expect(await refusalOf(api.post("/project/hooks", { kind: "bitbucket" }))).toEqual([400, "VALIDATION", "kind"]);
      for (let made = 0; made < 20; made++) await create();
      expect(await refusalOf(api.post("/project/hooks", { kind: "gitlab" }))).toEqual([409, "CONFLICT"]);
    });
  });

  describe("POST /hooks/:id", () => {
    it("202 for every message that GitHub sends, whatever is in it", async () => {
      const hook = await create();
      const messages = examples.flatMap((event): readonly unknown[] => event.examples);
      expect(messages.length).toBeGreaterThan(200);
      for (const message of messages)
        expect(await send(hook, message)).toEqual({ status: 202, body: { received: true } });
    }, 120_000);

    it("401 for a message that is forged, changed, not signed, or of another hook", async () => {
      const [hook, other] = [await create(), await create()];
      const message = { zen: "Keep it." };
      const forged: [Hook, Record<string, string>][] = [
        [{ ...hook, secret: "guessed" }, {}],
        [{ ...hook, secret: other.secret }, {}],
        [{ ...hook, id: `hook_${"0".repeat(32)}` }, {}],
        [{ ...hook, id: "unknown" }, {}],
        [hook, { "X-Hub-Signature-256": "" }],
        [hook, { "X-Hub-Signature-256": await sign(hook.secret, "{}") }],
        [hook, { "X-Hub-Signature-256": (await sign(hook.secret, JSON.stringify(message))).slice(0, -2) }],
        [hook, { "X-Hub-Signature-256": `sha1=${"0".repeat(40)}` }],
      ];
      for (const [as, headers] of forged) {
        const { status, body } = await send(as, message, headers);
        expect([status, body.error.code]).toEqual([401, "AUTH_INVALID"]);
        expect(body.error.requestId).toEqual(expect.any(String));
      }
    });

    it.each(["[]", "1", '"text"', "null", "{", "[".repeat(500)])("400 for %s instead of an object", async (text) => {
      const { status, body } = await send(await create(), text);
      expect([status, body.error.code]).toEqual([400, "VALIDATION"]);
    });

    it("400 for an empty body, and 413 for one above 25 MiB", async () => {
      const hook = await create();
      const signature = await signed(hook.secret, "");
      expect((await send(hook, "", { "X-Hub-Signature-256": signature })).status).toBe(400);
      const large = JSON.stringify({ text: "x".repeat(25 * 1024 * 1024) });
      const { status, body } = await send(hook, large);
      expect([status, body.error.code]).toEqual([413, "VALIDATION"]);
      const most = JSON.stringify({ text: "x".repeat(25 * 1024 * 1024 - 20) });
      expect((await send(hook, most)).status).toBe(202);
    });

    it.each<[string, object]>([
      ["a request", { pull_request: { number: 7 } }],
      ["a request, by its number alone", { action: "opened", number: 7 }],
      ["a comment", { issue: { number: 7 } }],
      ["a check", { check_run: { head_sha: "0".repeat(40), pull_requests: [{ number: 7 }] } }],
      ["a commit", { sha: "a".repeat(40) }],
      ["a push", { before: "a".repeat(40), after: "b".repeat(40) }],
      ["a workflow", { workflow_run: { head_sha: "a".repeat(40), pull_requests: [] } }],
    ])("a message about %s makes the look due, once", async (_what, about) => {
      const runId = await opened("https://github.com/Acme/Shop/pull/7", "a".repeat(40));
      expect(await claim()).toBeNull();
      const hook = await create();
      const message = { repository: { full_name: "ACME/shop" }, ...about };
      await send(hook, message, { "X-GitHub-Delivery": "one" });
      const claimed = await claim();
      expect(claimed).toMatchObject({ runId });
      await job.call("job.complete", { jobId: claimed.id, runnerId: "one" });
      await send(hook, message, { "X-GitHub-Delivery": "one" });
      expect(await claim()).toBeNull();
      await send(hook, message);
      expect(await claim()).toMatchObject({ runId });
    });

    it("a message while somebody looks leads to another look", async () => {
      const runId = await opened("https://github.com/acme/shop/pull/7");
      const [hook, message] = [await create(), { repository: { full_name: "acme/shop" }, pull_request: { number: 7 } }];
      await send(hook, message);
      const { id: jobId } = await claim();
      await send(hook, message);
      expect(await claim()).toBeNull();
      await job.call("job.complete", { jobId, runnerId: "one" });
      expect(await claim()).toMatchObject({ runId });
    });

    it("names nothing of another repository, number or project", async () => {
      await opened("https://github.com/acme/shop/pull/7");
      const hook = await create();
      const elsewhere: object[] = [
        { repository: { full_name: "acme/other" }, pull_request: { number: 7 } },
        { repository: { full_name: "acme/shop" }, pull_request: { number: 8 } },
        { repository: { full_name: "acme/shop" }, pull_request: { number: "7" } },
        { repository: "acme/shop", pull_request: { number: 7 } },
        { pull_request: { number: 7 } },
      ];
      for (const message of elsewhere) expect((await send(hook, message)).status).toBe(202);
      const theirs: Hook = await dataOf(stranger.post("/project/hooks", { kind: "github" }));
      await send(theirs, { repository: { full_name: "acme/shop" }, pull_request: { number: 7 } });
      expect(await claim()).toBeNull();
      await dataOf(stranger.delete(`/project/hooks/${theirs.id}`));
    });

    it("GitLab proves itself by its token", async () => {
      const runId = await opened("https://gitlab.example/Group/Sub/Shop/-/merge_requests/12");
      const hook = await create("gitlab");
      const project = { path_with_namespace: "group/sub/shop" };
      const message = { object_kind: "merge_request", project, object_attributes: { iid: 12 } };
      for (const token of ["", "wrong", `${hook.secret}x`])
        expect(await sendGitlab(hook, message, { "X-Gitlab-Token": token })).toBe(401);
      expect(await sendGitlab(hook, message, {})).toBe(401);
      expect(await claim()).toBeNull();
      const proven = { "X-Gitlab-Token": hook.secret };
      expect(await sendGitlab(hook, message, { ...proven, "X-Gitlab-Event-UUID": "one" })).toBe(202);
      const claimed = await claim();
      expect(claimed).toMatchObject({ runId, prNumber: 12 });
      await job.call("job.complete", { jobId: claimed.id, runnerId: "one" });
      expect(await sendGitlab(hook, message, { ...proven, "X-Gitlab-Event-UUID": "one" })).toBe(202);
      expect(await claim()).toBeNull();
      // An empty id is none.
      for (let time = 0; time < 2; time++) {
        expect(await sendGitlab(hook, message, { ...proven, "X-Gitlab-Event-UUID": "" })).toBe(202);
        const again = await claim();
        expect(again).toMatchObject({ runId });
        await job.call("job.complete", { jobId: again.id, runnerId: "one" });
      }
      const note = { object_kind: "note", project, merge_request: { iid: 12 }, object_attributes: { iid: 99 } };
      expect(await sendGitlab(hook, note, proven)).toBe(202);
      expect(await claim()).toMatchObject({ runId });
    });
  });

  /** The library refuses to sign nothing. */
  async function signed(secret: string, text: string): Promise<string> {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
    const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text));
    return `sha256=${Buffer.from(signature).toString("hex")}`;
  }
});
