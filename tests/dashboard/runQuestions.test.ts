// Live functions of the questions that runs ask.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { callbackOf, startRun } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { dashboard: questions } = api.runQuestions;
let projectId: string;
let member: Person;
let rest: Client;
let job: Runner;
let runId: string;

beforeAll(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  job = await callbackOf(deployment);
});
beforeEach(async () => {
  ({ id: runId } = await startRun(rest));
});

const ask = async (key: string, more: object = {}): Promise<string> =>
  (await job.call("run.ask", { runId, key, title: "Where to?", ...more })).id;
const answer = (questionId: string, given: string | Record<string, unknown>) =>
  member.mutation(questions.answer, { projectId, questionId, answer: given });

describe("questions of runs", () => {
  it("are listed as REST lists them, all, those of a run and those that wait", async () => {
    const ids = [await ask("a"), await ask("b", { options: ["left", "right"] }), await ask("c")];
    await answer(ids[1]!, "right");
    for (const filters of [{}, { runId }, { runId, status: "waiting" as const }, { status: "answered" as const }]) {
      const shown = await allOf((paginationOpts) =>
        member.query(questions.list, { projectId, paginationOpts, ...filters }),
      );
      const query = new URLSearchParams(filters).toString();
      expect(shown).toEqual(await restList(rest, `/runs/questions?${query}`));
      expect(shown.length).toBeGreaterThan(0);
    }
  });

  it("are answered and dismissed by members, whom the question names", async () => {
    const schema = { type: "object", properties: { region: { type: "string" } }, required: ["region"] };
    const answered = await answer(await ask("form", { schema }), { region: "eu" });
    expect(answered).toMatchObject({ status: "answered", answer: { region: "eu" }, closedBy: member.userId });
    const dismissed = await member.mutation(questions.dismiss, { projectId, questionId: await ask("other") });
    expect(dismissed).toMatchObject({ status: "dismissed", answer: null, closedBy: member.userId });
  });

  it("refuse what REST refuses, with the path", async () => {
    const schema = { type: "object", properties: { replicas: { type: "integer" } } };
    const id = await ask("form", { schema });
    expect(await refusal(answer(id, { replicas: 1.5 }))).toMatchObject({
      code: "VALIDATION",
      field: "answer.replicas",
      message: "answer.replicas must be a whole number.",
    });
    await answer(id, { replicas: 2 });
    expect(await refusal(answer(id, { replicas: 3 }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(answer("rq_x", "x"))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the runs that wait for people", () => {
  const waiting = async (filters: object = {}) =>
    (await member.query(api.runs.dashboard.listWaiting, { projectId, ...filters })).map(({ id }) => id);

  it("are listed once each, those that asked last first, until their last question is closed", async () => {
    const { id: later } = await startRun(rest);
    const first = await ask("first");
    await job.call("run.ask", { runId: later, key: "k", title: "And I?" });
    expect((await waiting()).slice(0, 2)).toEqual([later, runId]);
    const second = await ask("second");
    expect((await waiting()).slice(0, 2)).toEqual([runId, later]);
    expect(await waiting({ limit: 1 })).toEqual([runId]);
    await answer(first, "Left.");
    expect(await waiting()).toContain(runId);
    await answer(second, "Right.");
    expect(await waiting()).not.toContain(runId);
    await job.call("run.updateStatus", { runId: later, status: "failed" });
    expect(await waiting()).not.toContain(later);
  });

  it("are limited to a workflow and an origin", async () => {
    await ask("a");
    const { workflowId } = await member.query(api.runs.dashboard.get, { projectId, id: runId });
    expect(await waiting({ workflowId, source: "api" })).toContain(runId);
    expect(await waiting({ source: "recurring_task" })).toEqual([]);
    const { id: later } = await startRun(rest);
    await job.call("run.ask", { runId: later, key: "k", title: "Another workflow's question" });
    expect(await waiting({ workflowId, limit: 1 })).toEqual([runId]);
    expect(await refusal(waiting({ limit: 101 }))).toMatchObject({ code: "VALIDATION", field: "limit" });
  });
});
