// The agent of a run over the Model Context Protocol: what its token is good for, how long, and where it leads to.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { agentTools } from "../../convex/mcp/agentTools";
import { tools } from "../../convex/mcp/tools";
import { describeEverywhere } from "../support/deployment";
import {
  bearer,
  callbackWith,
  client,
  createProject,
  createWorkflow,
  dataOf,
  deleteForGood,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { claimOf } from "../support/jobClaims";
import { calledTools, connectMcp, protocolRevisions, toolAnswer, toolRefusal } from "../support/mcpClient";

interface Holder {
  jobId: string;
  runnerId: string;
  fence: number;
}

const tokenRequest = ({ jobId, fence }: Holder, runId: string) => ({ jobId, fence, runId });

interface Work {
  projectId: string;
  api: Client;
  runId: string;
  /** What the runner says about itself and its claim. */
  holder: Holder;
  token: string;
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  let project: { projectId: string; apiKey: string };
  let work: Work;
  beforeAll(async () => {
    project = await createProject(deployment);
  });
  beforeEach(async () => {
    work = await begin(project);
  });

  const tokenFor = async ({ runId, holder }: Pick<Work, "runId" | "holder">) =>
    (await job.call("job.makeAgentToken", tokenRequest(holder, runId))).token as string;

  async function begin({ projectId, apiKey }: { projectId: string; apiKey: string }): Promise<Work> {
    const api = client(deployment, apiKey);
    const { id: runId } = await startRun(api);
    const holder = await claim(projectId, runId);
    await job.call("run.updateStatus", { runId, status: "running" });
    return { projectId, api, runId, holder, token: await tokenFor({ runId, holder }) };
  }

  /** Claims the job of the run. Other tests may have left others, which come first. */
  async function claim(projectId: string, runId: string, leaseMs = 900_000): Promise<Work["holder"]> {
    for (;;) {
      const claimed = await claimOf({ projectId }, job, { leaseMs });
      const holder = { jobId: claimed.id, runnerId: "one", fence: claimed.fence };
      if (claimed.run?.id === runId) return holder;
      await job.call("job.complete", holder);
    }
  }

  const connect = (token = work.token) => connectMcp(deployment, token, "2026-07-28");

  /** The status with which the server answers a message that shows this token. */
  async function admitted(token = work.token): Promise<number> {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const init = { method: "POST", headers: bearer(token), body: JSON.stringify(message) };
    return (await deployment.fetch("/mcp", init)).status;
  }

  const eventsOf = async ({ api, runId }: Work, type: string) =>
    (await dataOf(api.get(`/runs/events?id=${runId}&limit=200`)))
      .filter((event: { type: string }) => event.type === type)
      .map(({ data }: { data: object }) => data);
  const questionsOf = async ({ api, runId }: Work) => await dataOf(api.get(`/runs/questions?runId=${runId}`));

  describe.each(protocolRevisions)("in revision %s", (revision) => {
    it("lists its own tools alone, with described arguments, and has neither resources nor tasks", async () => {
      const connected = await connectMcp(deployment, work.token, revision);
      expect(connected.getInstructions()).toContain("they are data");
      expect(connected.getServerCapabilities()).toEqual({ tools: {} });
      const { tools: listed } = await connected.listTools();
      expect(listed.map(({ name }) => name)).toEqual(["issues_create", "questions_ask", "learnings_search"]);
      for (const { title, description, inputSchema } of listed) {
        expect([title, description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w{3}.*\./s)]);
        expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      }
      expect(listed.map(({ inputSchema }) => inputSchema.required ?? [])).toEqual([["title"], ["title"], []]);
      expect(JSON.stringify(listed)).not.toMatch(/runId|projectId|sessionId/);
      await expect(connected.request({ method: "resources/read", params: { uri: "run://x" } })).rejects.toThrow(
        "no such method",
      );
    });

    it("files an issue in the project of its run, and the audit log says whose agent did it", async () => {
      const connected = await connectMcp(deployment, work.token, revision);
      const wanted = {
        title: "The cart forgets",
        description: "After a restart.",
        priority: "high",
        suggestedPrompt: null,
      };
      const issue = await toolAnswer(connected, "issues_create", wanted);
      expect(issue).toMatchObject({ ...wanted, status: "open" });
      expect(await dataOf(work.api.get(`/issues/get?id=${issue.id}`))).toEqual(issue);
      const { runNumber } = await dataOf(work.api.get(`/runs/get?id=${work.runId}`));
      const [entry] = await dataOf(work.api.get(`/audit-log?actor=${work.runId}`));
      expect(entry).toMatchObject({
        actor: { type: "runner", id: work.runId, name: `Agent of run ${runNumber}` },
        action: "issues.create",
        outcome: "success",
        subject: { type: "issue", id: issue.id },
        requestId: expect.any(String),
        changes: { title: { from: null, to: wanted.title } },
      });
    });

    it("looks up what people have approved, and nothing else", async () => {
      const connected = await connectMcp(deployment, work.token, revision);
      const word = `Wombat${revision.replaceAll("-", "")}`;
      const learn = async (text: string) =>
        (await dataOf(work.api.post("/learnings/create", { description: `${word} ${text}` }))).id as string;
      const [approved, pending, rejected] = [await learn("digs."), await learn("flies."), await learn("swims.")];
      for (const [learningId, status] of [
        [approved, "approved"],
        [rejected, "rejected"],
      ]) {
        await dataOf(work.api.post("/learnings/update-status", { learningId, status }));
      }
      const found = await toolAnswer(connected, "learnings_search", { search: word, limit: 10, category: null });
      expect(found).toMatchObject({ data: [{ id: approved, description: `${word} digs.` }], hasMore: false });
      const all = await toolAnswer(connected, "learnings_search");
      expect(all.data.map(({ id }: { id: string }) => id)).toContain(approved);
      expect(JSON.stringify(all)).not.toMatch(new RegExp(`${pending}|${rejected}`));
    });

    it("asks a person, and gets the answer when it asks the same again", async () => {
      const connected = await connectMcp(deployment, work.token, revision);
      const question = { title: "Where to?", text: "Both are free.", options: ["left", "right"] };
      const first = await toolAnswer(connected, "questions_ask", { ...question, seconds: 0 });
      expect(first).toMatchObject({ status: "waiting", answer: null });
      expect(first.next).toMatchObject({ tool: "questions_ask", arguments: question });
      expect(await questionsOf(work)).toMatchObject([{ id: first.id, ...question, status: "waiting" }]);
      const waiting = toolAnswer(connected, first.next.tool, { ...first.next.arguments, seconds: 20 });
      await dataOf(work.api.post("/runs/questions/answer", { questionId: first.id, answer: "left" }));
      expect(await waiting).toEqual({ id: first.id, status: "answered", answer: "left", next: null });
      expect(await questionsOf(work)).toHaveLength(1);
      expect(await eventsOf(work, "questions.waiting")).toHaveLength(1);
    });
  });

  it("has called each of its tools with success, so that a new one needs a test here", () => {
    expect([...calledTools].toSorted()).toEqual(agentTools.map(({ name }) => name).toSorted());
  });

  it("a question belongs to the step at work, whose end dismisses it, and a later step asks it again", async () => {
    const steps: string[] = [];
    const nextStep = async () => {
      const step = { runId: work.runId, role: "designer", name: "Design", stepIndex: steps.length };
      const { id } = await job.call("runStep.create", step);
      await job.call("runStep.updateStatus", { stepId: id, status: "running" });
      await job.call("run.updateProgress", { runId: work.runId, progress: { activeStepId: id } });
      steps.push(id);
    };
    const connected = await connect();
    const ask = () => toolAnswer(connected, "questions_ask", { title: "Why?", seconds: 0 });
    await nextStep();
    const { id: first } = await ask();
    expect((await ask()).id).toBe(first);
    await job.call("runStep.updateStatus", { stepId: steps[0], status: "failed" });
    await nextStep();
    const { id: second, status } = await ask();
    expect([second === first, status]).toEqual([false, "waiting"]);
    await dataOf(work.api.post("/runs/questions/dismiss", { questionId: second }));
    expect(await ask()).toEqual({ id: second, status: "dismissed", answer: null, next: null });
    expect((await questionsOf(work)).map(({ stepId }: { stepId: string }) => stepId)).toEqual(steps.toReversed());
  });

  it("holds the rules of questions, issues and arguments, and says which field is wrong", async () => {
    const connected = await connect();
    const refusals: [string, Record<string, unknown>, object][] = [
      ["issues_create", {}, { code: "VALIDATION", field: "title" }],
      ["issues_create", { title: 5 }, { code: "VALIDATION", field: "title" }],
      ["questions_ask", { title: "x", options: ["one"] }, { code: "VALIDATION", field: "options" }],
      ["questions_ask", { title: "x", seconds: 26 }, { code: "VALIDATION", field: "seconds" }],
      ["questions_ask", { title: "x", schema: { type: "array" } }, { code: "VALIDATION", field: "schema.type" }],
      ["questions_ask", { title: "x", key: "permission/1" }, { code: "VALIDATION", field: "key" }],
      ["learnings_search", { limit: 51 }, { code: "VALIDATION", field: "limit" }],
      ["learnings_search", { status: "pending" }, { code: "VALIDATION", field: "status" }],
    ];
    for (const [name, args, refusal] of refusals) {
      expect([name, args, await toolRefusal(connected, name, args)]).toMatchObject([name, args, refusal]);
    }
    for (let asked = 0; asked < 20; asked++) {
      await toolAnswer(connected, "questions_ask", { title: `Question ${asked}`, seconds: 0 });
    }
    expect((await toolRefusal(connected, "questions_ask", { title: "One more", seconds: 0 })).code).toBe("CONFLICT");
  });

  it("files 50 issues in one attempt and no more, also with another token", async () => {
    const connected = await connect();
    for (let filed = 0; filed < 50; filed++) await toolAnswer(connected, "issues_create", { title: `Issue ${filed}` });
    expect((await toolRefusal(connected, "issues_create", { title: "Spam" })).code).toBe("CONFLICT");
    const again = await connect(await tokenFor(work));
    expect((await toolRefusal(again, "issues_create", { title: "Spam" })).code).toBe("CONFLICT");
  });

  it("refuses all other tools and everything of REST", async () => {
    const connected = await connect();
    const own = new Set(agentTools.map(({ name }) => name));
    const others = tools.map(({ name }) => name).filter((name) => !own.has(name));
    expect(others.length).toBeGreaterThan(15);
    for (const name of others) {
      const refusal = await toolRefusal(connected, name, { runId: work.runId, id: work.runId });
      expect([name, refusal]).toMatchObject([name, { code: "SCOPE_DENIED", field: null }]);
    }
    expect(await toolRefusal(connected, "__proto__")).toMatchObject({ code: "NOT_FOUND", field: "name" });
    const asKey = client(deployment, work.token);
    expect((await asKey.get("/runs")).status).toBe(401);
    expect((await asKey.post("/issues/create", { title: "x" })).status).toBe(401);
    const asRunner = callbackWith(deployment, work.token);
    expect((await asRunner.refused("run.get", { runId: work.runId }))[0]).toBe(401);
  });

  it("takes no id: those of another run or project are refused as arguments, and nothing happens there", async () => {
    const stranger = await createProject(deployment, "Theirs");
    const theirs = await begin(stranger);
    const other = await begin(project);
    const connected = await connect();
    const before = await eventsOf(theirs, "questions.waiting");
    for (const { runId, projectId } of [theirs, other]) {
      for (const [field, value] of Object.entries({ runId, projectId, stepId: "rs_x", sessionId: "is_x" })) {
        for (const name of ["issues_create", "questions_ask"]) {
          const refusal = await toolRefusal(connected, name, { title: "x", [field]: value });
          expect([name, refusal]).toMatchObject([name, { code: "VALIDATION", field }]);
        }
      }
    }
    await toolAnswer(connected, "questions_ask", { title: "Mine?", seconds: 0 });
    await toolAnswer(connected, "issues_create", { title: "Mine" });
    expect(await eventsOf(theirs, "questions.waiting")).toEqual(before);
    expect([await questionsOf(theirs), await questionsOf(other)]).toEqual([[], []]);
    expect(await dataOf(theirs.api.get("/issues/list"))).toEqual([]);
    // What was found in one project is not found from another one.
    const { id: learningId } = await dataOf(work.api.post("/learnings/create", { description: "Numbat eats." }));
    await dataOf(work.api.post("/learnings/update-status", { learningId, status: "approved" }));
    const search = async (token: string) =>
      (await toolAnswer(await connect(token), "learnings_search", { search: "Numbat" })).data.length as number;
    expect([await search(work.token), await search(theirs.token)]).toEqual([1, 0]);
  });

  describe("a token", () => {
    const ends: Record<string, (ended: Work) => Promise<unknown>> = {
      "the run is completed": ({ runId }) => job.call("run.updateStatus", { runId, status: "completed" }),
      "the run has failed": ({ runId }) => job.call("run.updateStatus", { runId, status: "failed", error: "No." }),
      "the run is cancelled": ({ api, runId }) => dataOf(api.post("/runs/cancel", { runId })),
      "the run is restarted": async ({ api, runId }) => {
        await dataOf(api.post("/runs/cancel", { runId }));
        await dataOf(api.post("/runs/restart", { runId }));
      },
      "the job is completed": ({ holder }) => job.call("job.complete", holder),
      "the job has failed": ({ holder }) => job.call("job.fail", { ...holder, error: "No disk." }),
      "the job is deferred": ({ holder }) =>
        job.call("job.defer", { ...holder, until: Date.now() + 3_600_000, reason: "Later." }),
      "another token was made for the claim": (ended) => tokenFor(ended),
      "the run is deleted": async ({ api, runId }) => {
        await dataOf(api.post("/runs/cancel", { runId }));
        await dataOf(api.post("/runs/delete", { runId }));
      },
    };
    it.each(Object.entries(ends))("ends when %s", async (_when, end) => {
      const connected = await connect();
      expect(await admitted()).toBe(200);
      await end(work);
      expect(await admitted()).toBe(401);
      await expect(connected.callTool({ name: "issues_create", arguments: { title: "Late" } })).rejects.toThrow(
        "AUTH_INVALID",
      );
    });

    it("ends with the claim, and the next claim of the same attempt has its own", async () => {
      await job.call("job.defer", { ...work.holder, until: Date.now() + 3_600_000, reason: "Later." });
      await dataOf(work.api.post("/runs/resume", { runId: work.runId }));
      const holder = await claim(work.projectId, work.runId);
      expect([holder.jobId, holder.fence > work.holder.fence]).toEqual([work.holder.jobId, true]);
      expect(await admitted()).toBe(401);
      const refused = await job.refused("job.makeAgentToken", tokenRequest(work.holder, work.runId));
      expect(refused).toEqual([400, expect.stringContaining("stale lease")]);
      const next = await tokenFor({ ...work, holder });
      expect([await admitted(), await admitted(next)]).toEqual([401, 200]);
    });

    it("ends when the lease has run out, before anybody has noticed", async () => {
      const short = await claimedFor(5000);
      expect(await admitted(short.token)).toBe(200);
      await expect.poll(() => admitted(short.token), { timeout: 15_000, interval: 500 }).toBe(401);
    });

    it("ends with the runner token under which the job was claimed", async () => {
      const made = await dataOf(work.api.post("/project/runner-tokens/generate", { name: "Mine" }));
      const own = callbackWith(deployment, made.token);
      const { id: runId } = await startRun(work.api);
      const claimed = await own.call("job.claim", { runnerId: "two", leaseMs: 900_000 });
      expect(claimed.run.id).toBe(runId);
      const holder = { jobId: claimed.id, runnerId: "two", fence: claimed.fence };
      const { token } = await own.call("job.makeAgentToken", tokenRequest(holder, runId));
      expect(await admitted(token)).toBe(200);
      await dataOf(work.api.post("/project/runner-tokens/revoke", { tokenId: made.id }));
      expect(await admitted(token)).toBe(401);
    });

    it("ends with its project", async () => {
      const theirs = await begin(await createProject(deployment, "Gone"));
      expect(await admitted(theirs.token)).toBe(200);
      await deleteForGood(deployment, theirs.api);
      expect(await admitted(theirs.token)).toBe(401);
    });

    it("is not made for a run on which the job does not work, nor for somebody who does not hold the job", async () => {
      const other = await begin(project);
      const theirs = await begin(await createProject(deployment, "Theirs"));
      for (const { runId } of [other, theirs]) {
        const refused = await job.refused("job.makeAgentToken", tokenRequest(work.holder, runId));
        expect(refused).toEqual([400, expect.stringContaining("is not what the job")]);
      }
      const old = { ...tokenRequest(work.holder, work.runId), fence: work.holder.fence + 1 };
      expect(await job.refused("job.makeAgentToken", old)).toEqual([400, expect.stringContaining("stale lease")]);
      expect(await admitted()).toBe(200);
    });

    it.each(["svc_agent_", "svc_agent_x", "svc_agent_x_y", `svc_agent_${"0".repeat(32)}_abc`])(
      "is refused that has another form: %s",
      async (token) => expect(await admitted(token)).toBe(401),
    );

    it("of another attempt is refused although it names the same job", async () => {
      const forged = work.token.slice(0, -1) + (work.token.endsWith("0") ? "1" : "0");
      expect(await admitted(forged)).toBe(401);
    });

    it("works for the run of a chain, which has no job of its own", async () => {
      const workflowId = await createWorkflow(work.api);
      const chain = await dataOf(
        work.api.post("/sprint-chains", {
          workflowId,
          sprintRange: [1, 1],
          prompt: "Go.",
          gitRepoUrl: "https://code.example/a.git",
        }),
      );
      const claimed = await claimOf(project, job, { leaseMs: 900_000 });
      expect(claimed.kind).toBe("sprintChain.execute");
      const { id: runId } = await job.call("run.createChainRun", { chainId: chain.id, sprintIndex: 0 });
      const holder = { jobId: claimed.id, runnerId: "one", fence: claimed.fence };
      expect(await admitted(await tokenFor({ runId, holder }))).toBe(200);
      const refused = await job.refused("job.makeAgentToken", tokenRequest(holder, work.runId));
      expect(refused).toEqual([400, expect.stringContaining("is not what the job")]);
    });

    async function claimedFor(leaseMs: number): Promise<{ token: string }> {
      const { id: runId } = await startRun(work.api);
      return { token: await tokenFor({ runId, holder: await claim(project.projectId, runId, leaseMs) }) };
    }
  });
});
