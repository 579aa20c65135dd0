// Runs and their logs say who did what: a key, a person, a runner or the clock, each with the name that it had then.
import { beforeAll, describe, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { refusal, signIn, staffedProject, address } from "../dashboard/people";
import type { Person } from "../dashboard/people";
import { callbackWith, client, createSandbox, createWorkflow, dataOf, runner, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { restOf } from "../dashboard/lists";

const deployment = inProcess();
const job = runner(deployment);

let projectId: string;
let owner: Person;
let ada: Person;
let rest: Client;
let ci: Client;
let ciId: string;
let workflowId: string;

beforeAll(async () => {
  const project = await staffedProject(deployment);
  ({ projectId } = project);
  ({ owner } = project.people);
  rest = await restOf(deployment, projectId);
  const email = address();
  await owner.mutation(api.members.dashboard.invite, { projectId, email, role: "member" });
  ada = await signIn(deployment, { email, name: "Ada" });
  const made = await dataOf(rest.post("/project/api-keys/generate", { name: "CI", scopes: ["*"] }));
  ci = client(deployment, made.apiKey ?? made.key);
  ciId = made.id;
  workflowId = await createWorkflow(rest);
});

const byCi = () => ({ type: "key", id: ciId, name: "CI" });
const byAda = () => ({ type: "user", id: ada.userId, name: "Ada" });
const byRunner = { type: "runner", id: null, name: "Runner" };
const bySystem = { type: "system", id: null, name: "Switchyard" };

type Event = { type: string; data: { actor?: unknown; status?: string } };
const log = async (id: string): Promise<Event[]> => await dataOf(rest.get(`/runs/events?id=${id}&limit=200`));
/** The events that have an actor, each with it. */
const told = async (id: string) =>
  (await log(id)).flatMap(({ type, data: { actor, status } }) =>
    actor === undefined ? [] : [[type === "run.status" ? `${type} ${status}` : type, actor]],
  );

describe("a run", () => {
  it("says which key has started and paused it, which person has resumed and renamed it, and who has ended it", async () => {
    const { id: runId } = await startRun(ci, { workflowId });
    await job.call("run.updateStatus", { runId, status: "running" });
    await dataOf(ci.post("/runs/pause", { runId }));
    await ada.mutation(api.runs.dashboard.resume, { projectId, runId });
    await ada.mutation(api.runs.dashboard.rename, { projectId, runId, name: "Better" });
    await dataOf(ci.post("/runs/request-graceful-stop", { runId }));
    await dataOf(ci.post("/runs/cancel", { runId }));
    await ada.mutation(api.runs.dashboard.restart, { projectId, runId });
    expect(await told(runId)).toEqual([
      ["run.created", byCi()],
      ["run.status running", byRunner],
      ["run.status paused", byCi()],
      ["run.status running", byAda()],
      ["run.renamed", byAda()],
      ["stop.requested", byCi()],
      ["run.status cancelled", byCi()],
      ["run.status pending", byAda()],
    ]);
  });

  it("shows who has started it and who has brought it into its status, in details, lists and the dashboard", async () => {
    const { id } = await ada.mutation(api.runs.dashboard.start, { projectId, workflowId, prompt: "Build it." });
    await dataOf(ci.post("/runs/cancel", { runId: id }));
    const shown = { id, startedBy: byAda(), statusBy: byCi() };
    expect(await dataOf(rest.get(`/runs/get?id=${id}`))).toMatchObject(shown);
    expect(await dataOf(rest.get("/runs/list?limit=1"))).toMatchObject([shown]);
    expect(await ada.query(api.runs.dashboard.get, { projectId, id })).toMatchObject(shown);
  });

  it("says who has put it into the trash and back, one by one, many at once and through the trash", async () => {
    const { id: runId } = await startRun(ci, { workflowId });
    await ada.mutation(api.runs.dashboard.discard, { projectId, runId });
    await dataOf(ci.post("/runs/restore", { runId }));
    await dataOf(ci.post("/runs/bulk-delete", { runIds: [runId] }));
    await ada.mutation(api.trash.dashboard.restore, { projectId, entityType: "run", entityId: runId });
    const [, cancelled, ...rest] = await told(runId);
    expect(cancelled).toEqual(["run.status cancelled", byAda()]);
    expect(rest).toEqual([
      ["run.deleted", byAda()],
      ["run.restored", byCi()],
      ["run.deleted", byCi()],
      ["run.restored", byAda()],
    ]);
  });

  it("is failed by the system when no runner does, and by the runner when it says so", async () => {
    const [lost, failed] = [await startRun(ci, { workflowId }), await startRun(ci, { workflowId })];
    await deployment.mutation(internal.jobs.scheduled.failRun, {
      runId: await documentIdOf(lost.id),
      reason: "runner_lost",
      error: "The runner was lost.",
    });
    await job.call("run.updateStatus", { runId: failed.id, status: "failed" });
    expect((await told(lost.id)).at(-1)).toEqual(["run.status failed", bySystem]);
    expect((await told(failed.id)).at(-1)).toEqual(["run.status failed", byRunner]);
  });

  it("names the token of a runner that has one", async () => {
    const made = await dataOf(rest.post("/project/runner-tokens/generate", { name: "Big machine" }));
    const own = callbackWith(deployment, made.token);
    const { id: runId } = await startRun(ci, { workflowId });
    await own.call("run.updateStatus", { runId, status: "running" });
    expect((await told(runId)).at(-1)?.[1]).toEqual({ type: "runner", id: made.id, name: "Big machine" });
  });

  it("says who has written to the agent, and who has answered or dismissed a question", async () => {
    const { id: runId } = await startRun(ci, { workflowId });
    await job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(job, { runId });
    const ask = async (key: string) => (await job.call("run.ask", { runId, key, title: "Which one?" })).id as string;
    const [first, second] = [await ask("1"), await ask("2")];
    await ada.mutation(api.sandboxes.dashboard.sendMessage, { projectId, sandboxId, content: "Go on." });
    await dataOf(ci.post("/runs/questions/answer", { questionId: first, answer: "This one" }));
    await ada.mutation(api.runQuestions.dashboard.dismiss, { projectId, questionId: second });
    expect((await told(runId)).slice(2)).toEqual([
      ["message.sent", byAda()],
      ["questions.answered", byCi()],
      ["questions.answered", byAda()],
    ]);
  });

  it("keeps the name that the person had, also when the person is gone", async () => {
    const { id } = await ada.mutation(api.runs.dashboard.start, { projectId, workflowId, prompt: "Build it." });
    const { userId } = ada;
    await owner.mutation(api.members.dashboard.remove, { projectId, targetUserId: userId });
    expect((await refusal(ada.query(api.runs.dashboard.get, { projectId, id }))).code).toBe("NOT_FOUND");
    expect((await dataOf(rest.get(`/runs/get?id=${id}`))).startedBy).toEqual({ type: "user", id: userId, name: "Ada" });
  });
});

async function documentIdOf(id: string) {
  return await deployment.run(async (ctx) => {
    const run = (await ctx.db.query("runs").collect()).find(({ _id }) => id.endsWith(_id));
    if (run === undefined) throw new Error(`There is no run ${id}.`);
    return run._id;
  });
}
