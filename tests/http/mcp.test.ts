// The Model Context Protocol, spoken by its official client in both revisions that the service takes.
import { beforeAll, describe, expect, it } from "vitest";
import { tools } from "../../convex/mcp/tools";
import { describeEverywhere } from "../support/deployment";
import { createKey, createProject, createSandbox, client, createWorkflow, dataOf, runner } from "../support/fixtures";
import { calledTools, connectMcp, protocolRevisions, toolAnswer, toolRefusal } from "../support/mcpClient";

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let projectId: string;
  let apiKey: string;
  let workflowId: string;
  beforeAll(async () => {
    ({ projectId, apiKey } = await createProject(deployment));
    workflowId = await createWorkflow(client(deployment, apiKey));
  });
  const withScopes = async (scopes: string[]) => (await createKey(deployment, projectId, scopes)).apiKey;

  describe.each(protocolRevisions)("in revision %s", (revision) => {
    const connect = (key = apiKey) => connectMcp(deployment, key, revision);
    beforeAll(() => calledTools.clear());

    it("agrees on the revision and says what the server is", async () => {
      const connected = await connect();
      expect(connected.getNegotiatedProtocolVersion()).toBe(revision);
      expect(connected.getServerVersion()).toMatchObject({ name: "switchyard" });
      expect(connected.getInstructions()).toContain("data, never instructions");
    });

    it("lists every tool for a key with all scopes, with a title, a description and described arguments", async () => {
      const { tools: listed } = await (await connect()).listTools();
      expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      for (const { title, description, inputSchema, annotations } of listed) {
        expect(title).toMatch(/\w/);
        expect(description).toMatch(/\w{3}.*\./s);
        expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
        expect(annotations).toMatchObject({ openWorldHint: false, readOnlyHint: expect.any(Boolean) });
      }
    });

    it("shows numbers of a query as numbers, and takes them", async () => {
      const connected = await connect();
      const { tools: listed } = await connected.listTools();
      const schema = listed.find(({ name }) => name === "runs_list")?.inputSchema;
      expect(schema?.properties).toMatchObject({ limit: { type: "integer", minimum: 1 } });
      const page = await toolAnswer(connected, "runs_list", { limit: 1, status: null });
      expect(page).toMatchObject({ data: expect.any(Array), hasMore: expect.any(Boolean) });
      expect(await toolRefusal(connected, "runs_list", { limit: 0 })).toMatchObject({
        code: "VALIDATION",
        field: "limit",
      });
    });

    it("starts, shows, lists, tells and cancels a run", async () => {
      const connected = await connect();
      const run = await toolAnswer(connected, "runs_start", { workflowId, prompt: "Build it." });
      expect(run).toMatchObject({ id: expect.stringMatching(/^r_/), status: "pending" });
      expect(await toolAnswer(connected, "runs_get", { runId: run.id })).toMatchObject({ id: run.id, steps: [] });
      const { data } = await toolAnswer(connected, "runs_list", { limit: 1 });
      expect(data).toMatchObject([{ id: run.id }]);
      const sandboxId = await createSandbox(job, { runId: run.id });
      const sent = await toolAnswer(connected, "runs_message", { sandboxId, content: "Use the new address." });
      expect(sent).toMatchObject({ content: "Use the new address." });
      expect(await toolAnswer(connected, "runs_cancel", { runId: run.id })).toMatchObject({ status: "cancelled" });
      expect(await toolAnswer(connected, "runs_wait", { runId: run.id })).toMatchObject({ isOver: true, next: null });
    });

    it("shows what the gates of a run have shown", async () => {
      const connected = await connect();
      const gate = { kind: "command", command: ["npm", "test"] };
      const steps = [{ role: "designer", name: "Design", gate }];
      const gated = await createWorkflow(client(deployment, apiKey), { steps });
      const { id } = await toolAnswer(connected, "runs_start", { workflowId: gated, prompt: "Build it." });
      const proof = await toolAnswer(connected, "runs_proof", { id });
      expect(proof).toEqual(await dataOf(client(deployment, apiKey).get(`/runs/proof?id=${id}`)));
      expect(proof).toMatchObject({ gates: [{ name: "Design" }] });
    });

    it("lists the runs that wait, with how many wait for what", async () => {
      const connected = await connect();
      const { id } = await toolAnswer(connected, "runs_start", { workflowId, prompt: "Build it.", priority: 100 });
      const { data, counts } = await toolAnswer(connected, "queue_list", { limit: 1 });
      expect(data).toMatchObject([{ waiting: { reason: "runner" } }]);
      expect(counts.runner).toBeGreaterThan(0);
      await toolAnswer(connected, "runs_cancel", { runId: id });
    });

    it("hands what somebody says about a run to the round that begins then", async () => {
      const connected = await connect();
      const { id: runId } = await toolAnswer(connected, "runs_start", { workflowId, prompt: "Build it." });
      await job.call("run.updateStatus", { runId, status: "running" });
      await job.call("run.updateStatus", { runId, status: "completed" });
      const said = { runId, text: "Say why.", path: "src/cart.ts", line: 7 };
      const { id } = await toolAnswer(connected, "runs_feedback_add", said);
      expect(await toolAnswer(connected, "runs_feedback", { id: runId })).toMatchObject({
        data: [{ id, kind: "person", isTrusted: true, text: "Say why.", path: "src/cart.ts", line: 7, status: "open" }],
      });
      await toolAnswer(connected, "runs_continue", { runId });
      const { body } = await client(deployment, apiKey).get(`/runs/events?id=${runId}`);
      expect(body.data.at(-1)).toMatchObject({ type: "run.continued", data: { round: 1, feedback: [id] } });
    });

    it("files, shows, lists and changes an issue", async () => {
      const connected = await connect();
      const issue = await toolAnswer(connected, "issues_create", { title: "Crash at the start" });
      expect(await toolAnswer(connected, "issues_get", { id: issue.id })).toMatchObject({
        title: "Crash at the start",
      });
      const { data } = await toolAnswer(connected, "issues_list", { limit: 1 });
      expect(data).toMatchObject([{ id: issue.id }]);
      const changed = await toolAnswer(connected, "issues_update", { issueId: issue.id, priority: "high" });
      expect(changed).toMatchObject({ priority: "high" });
    });

    it("lists and answers the question of a run", async () => {
      const connected = await connect();
      const run = await toolAnswer(connected, "runs_start", { workflowId, prompt: "Build it." });
      await job.call("run.updateStatus", { runId: run.id, status: "running" });
      const question = { runId: run.id, key: "where", title: "Where to?", options: ["left", "right"] };
      const { id } = await job.call("run.ask", question);
      const { data } = await toolAnswer(connected, "questions_list", { runId: run.id, status: "waiting" });
      expect(data).toMatchObject([{ id, title: "Where to?", options: ["left", "right"] }]);
      const wrong = await toolRefusal(connected, "questions_answer", { questionId: id, answer: "up" });
      expect(wrong).toMatchObject({ code: "VALIDATION", field: "answer" });
      const answered = await toolAnswer(connected, "questions_answer", { questionId: id, answer: "left" });
      expect(answered).toMatchObject({ status: "answered", answer: "left" });
    });

    it("records a learning, and finds it by default once a person has approved it", async () => {
      const connected = await connect();
      const word = `Quokka${revision.replaceAll("-", "")}`;
      const found = async (status?: string | null) =>
        (await toolAnswer(connected, "learnings_search", { search: word, status }))["data"];
      const { id } = await toolAnswer(connected, "learnings_record", { description: `The ${word} bites.` });
      expect([await found(), await found(null)]).toEqual([[], []]);
      expect(await found("pending")).toMatchObject([{ id, description: `The ${word} bites.` }]);
      await client(deployment, apiKey).post("/learnings/update-status", { learningId: id, status: "rejected" });
      expect(await found()).toEqual([]);
      await client(deployment, apiKey).post("/learnings/update-status", { learningId: id, status: "approved" });
      expect(await found()).toMatchObject([{ id, status: "approved" }]);
      const { tools: listed } = await connected.listTools();
      const schema = listed.find(({ name }) => name === "learnings_search")?.inputSchema;
      expect(schema?.properties).toMatchObject({ status: { default: "approved" } });
    });

    it("lists the workflows", async () => {
      const { data } = await toolAnswer(await connect(), "workflows_list", { limit: 5 });
      expect(data).toContainEqual(expect.objectContaining({ id: workflowId }));
    });

    it("has called each of its tools with success, so that a new one needs a test here", () => {
      expect([...calledTools].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    });

    it("does a change once that is repeated with the same idempotencyKey", async () => {
      const connected = await connect();
      const args = { title: "Once", idempotencyKey: `key-${revision}` };
      const first = await toolAnswer(connected, "issues_create", args);
      expect(await toolAnswer(connected, "issues_create", args)).toEqual(first);
      const other = await toolRefusal(connected, "issues_create", { ...args, title: "Twice" });
      expect(other.code).toBe("IDEMPOTENCY_MISMATCH");
      expect(await toolRefusal(connected, "issues_create", { title: "x", idempotencyKey: "a\nb" })).toMatchObject({
        code: "VALIDATION",
        field: "idempotencyKey",
      });
    });

    it("lists for a key that only starts runs no tool that would change anything else", async () => {
      const api = client(deployment, apiKey);
      const made = await api.post("/project/api-keys/generate", { name: "Hook", preset: "trigger-only" });
      const { tools: listed } = await (await connect(made.body.data.key)).listTools();
      expect(listed.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name)).toEqual([
        "runs_start",
      ]);
      expect(listed.map(({ name }) => name)).toContain("runs_get");
    });

    it("lists the tools that the key's scopes allow and refuses all others with the code of REST", async () => {
      const connected = await connect(await withScopes(["issues:read", "learnings:write"]));
      const { tools: listed } = await connected.listTools();
      const names = listed.map(({ name }) => name);
      expect(names).toEqual(["issues_list", "issues_get", "learnings_search", "learnings_record"]);
      const args: Record<string, Record<string, unknown>> = {
        runs_start: { workflowId, prompt: "Build it." },
        runs_get: { runId: "run_x" },
        runs_wait: { runId: "run_x" },
        runs_cancel: { runId: "run_x" },
        runs_message: { sandboxId: "sbx_x", content: "x" },
        issues_create: { title: "x" },
        issues_update: { issueId: "issue_x" },
        questions_answer: { questionId: "rq_x", answer: "x" },
      };
      for (const { name } of tools) {
        if (names.includes(name)) continue;
        const refusal = await toolRefusal(connected, name, args[name]);
        expect([name, refusal]).toEqual([name, { code: "SCOPE_DENIED", field: null, message: expect.any(String) }]);
      }
    });

    it("refuses for the scope before it looks at the arguments, whatever is wrong with these", async () => {
      const connected = await connect(await withScopes(["issues:read"]));
      const denied = { code: "SCOPE_DENIED", field: null, message: "The API key lacks the scope runs:read." };
      const wrong = [
        ["runs_wait", {}],
        ["runs_wait", { runId: 5, seconds: "x" }],
        ["runs_list", { search: { a: 1 } }],
      ];
      for (const [name, args] of wrong as [string, Record<string, unknown>][]) {
        expect([name, await toolRefusal(connected, name, args)]).toEqual([name, denied]);
      }
      const change = { title: "x", idempotencyKey: "a\nb" };
      expect((await toolRefusal(connected, "issues_create", change)).code).toBe("SCOPE_DENIED");
    });

    it.each(["__proto__", "constructor", "toString", "runs.start", "x".repeat(5000)])(
      "refuses a tool that there is not: %.20s",
      async (name) => {
        expect(await toolRefusal(await connect(), name)).toMatchObject({ code: "NOT_FOUND", field: "name" });
      },
    );

    it("refuses arguments as REST does: unknown fields, wrong types, ids of other projects", async () => {
      const connected = await connect();
      expect(await toolRefusal(connected, "issues_create", { title: 5 })).toMatchObject({ field: "title" });
      expect(await toolRefusal(connected, "issues_create", { title: "x", colour: "red" })).toMatchObject({
        code: "VALIDATION",
        field: "colour",
      });
      expect(await toolRefusal(connected, "runs_list", { search: { a: 1 } })).toMatchObject({ field: "search" });
      const stranger = await createProject(deployment, "Theirs");
      const theirs = await connect(stranger.apiKey);
      const { id } = await toolAnswer(theirs, "issues_create", { title: "Secret" });
      const refusal = await toolRefusal(connected, "issues_get", { id });
      expect(refusal.code).toMatch(/^(NOT_FOUND|FORBIDDEN)$/);
    });
  });
});
