// A run that waits for a person, or is paused, leaves its place on the runner to others.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { detail, ended, makeWorld, runnerIn, startSteps } from "./fixture";
import type { World } from "./fixture";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => await world?.end());

const demo = { agents: { demo: { kind: "demo", paceMs: 1 } }, agent: "demo" };

/** Starts a run of the demo agent, which does what the prompt says in brackets. */
async function startDemo(does: string): Promise<string> {
  const workflowId = await createWorkflow(world.api, { steps: [{ role: "designer", name: "Build" }] });
  const prompt = `Add a list. [demo: ${does}]`;
  return (await startRun(world.api, { workflowId, prompt, gitRepoUrl: world.origin })).id;
}

const openQuestions = async (): Promise<{ id: string; runId: string }[]> => {
  const { body } = await world.api.get("/inbox");
  const items = body.data as { kind: string; subject: { id: string }; runId: string }[];
  return items.filter(({ kind }) => kind === "run_question").map(({ subject, runId }) => ({ id: subject.id, runId }));
};

async function answer(runId: string): Promise<void> {
  const [question] = await dataOf(world.api.get(`/runs/questions?runId=${runId}&status=waiting`));
  await dataOf(world.api.post("/runs/questions/answer", { questionId: question.id, answer: "docs" }));
}

it("six runs that ask do not delay a seventh, and all continue when they are answered", async () => {
  const runner = runnerIn(world, { ...demo, jobs: 2 });
  try {
    const asking: string[] = [];
    for (let number = 0; number < 6; number++) asking.push(await startDemo("question"));
    await expect.poll(async () => (await openQuestions()).length, { timeout: 60_000 }).toBe(6);
    const seventh = await ended(world, await startDemo("plain"));
    expect([seventh.status, seventh.error]).toEqual(["completed", null]);
    // No lease has run out meanwhile, or a run would have been claimed again.
    const jobs = runner.events.filter(({ kind }) => kind === "claimed");
    expect(jobs).toHaveLength(7);
    for (const runId of asking) await answer(runId);
    const runs = await Promise.all(asking.map((runId) => ended(world, runId)));
    expect(runs.map(({ status }) => status)).toEqual(asking.map(() => "completed"));
    expect(runner.events.filter(({ kind }) => kind === "claimed")).toHaveLength(7);
  } finally {
    await runner.stop();
  }
});

it("runs that are answered wait for a place, so that no more of them work at once than there are places", async () => {
  const runner = runnerIn(world, { jobs: 1 });
  const question = { kind: "question", id: "1", title: "Which?", text: null, options: ["This", "That"], schema: null };
  try {
    const asking = await startSteps(world, { instructions: `echo '!${JSON.stringify(question)}'; read answer` });
    await expect.poll(async () => (await openQuestions()).map(({ runId }) => runId)).toContain(asking);
    const working = await startSteps(world, { instructions: "read said" });
    await expect.poll(() => runner.agent.tasks.length).toBe(2);
    const [asked] = await dataOf(world.api.get(`/runs/questions?runId=${asking}&status=waiting`));
    await dataOf(world.api.post("/runs/questions/answer", { questionId: asked.id, answer: "This" }));
    const told = () => runner.events.flatMap((event) => (event.kind === "doing" ? [event.what] : []));
    await expect.poll(told).toContain("has its answer and waits for a place: Which?");
    expect(runner.agent.answers).toEqual([]);
    await world.api.post("/runs/cancel", { runId: working });
    expect((await ended(world, asking)).status).toBe("completed");
    expect(runner.agent.answers).toEqual([{ id: "1", answer: "This" }]);
  } finally {
    await runner.stop();
  }
});

it("a paused run leaves its place to another, and continues when it is resumed", async () => {
  const runner = runnerIn(world, { ...demo, jobs: 1 });
  try {
    const paused = await startDemo("hang");
    await expect.poll(async () => (await detail(world, paused)).status).toBe("running");
    await dataOf(world.api.post("/runs/pause", { runId: paused }));
    const told = () => runner.events.flatMap((event) => (event.kind === "doing" ? [event.what] : []));
    await expect.poll(told, { timeout: 20_000 }).toContain("is paused");
    const other = await ended(world, await startDemo("plain"));
    expect(other.status).toBe("completed");
    expect((await detail(world, paused)).status).toBe("paused");
    await dataOf(world.api.post("/runs/resume", { runId: paused }));
    await expect.poll(async () => (await detail(world, paused)).status).toBe("running");
    const messages = async () => {
      const { steps } = await detail(world, paused);
      return JSON.stringify((await world.api.get(`/sandboxes/messages?id=${steps[0].sandboxId}`)).body);
    };
    await expect.poll(messages, { timeout: 20_000 }).toContain("I continue in my earlier session.");
    await world.api.post("/runs/cancel", { runId: paused });
  } finally {
    await runner.stop();
  }
});

it("a runner that ends when no job waits does the others while one asks", async () => {
  const asking = await startDemo("question");
  const plain = await startDemo("plain");
  const runner = runnerIn(world, { ...demo, jobs: 1, once: true });
  expect((await ended(world, plain)).status).toBe("completed");
  await answer(asking);
  expect((await ended(world, asking)).status).toBe("completed");
  await expect.poll(() => runner.events.filter(({ kind }) => kind === "ended").length).toBe(2);
  await runner.stop();
});
