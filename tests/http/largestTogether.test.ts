// Like largest.test.ts, for calls that concern many records at once. With the largest records, and as many as a call
// takes, either one transaction can read them or the call says that there are too many.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineDeployment } from "../support/engineDeployment";
import {
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";

/** A text whose characters have three bytes in UTF-8. */
const wide = (characters: number): string => "語".repeat(characters);
/** An address with the given number of characters. */
const webAddress = (characters: number): string => `https://${"a".repeat(characters - "https://".length)}`;
const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Makes records in order, a few at a time. */
async function makeMany<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    made.push(...(await Promise.all(many(Math.min(10, count - made.length), (index) => make(made.length + index)))));
  }
  return made;
}

describe("many of the largest records at once", () => {
  const deployment = engineDeployment();
  const job = runner(deployment);
  let api: Client;
  beforeAll(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });
  // Otherwise other tests on this deployment would claim the project's jobs.
  afterAll(() => api.post("/project/delete"));
  const tooLarge = [400, "VALIDATION"];

  it("100 issues are found, worked on as one chain and deleted", async () => {
    const { id: sessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: wide(1000) }));
    const issue = { title: wide(500), description: wide(15_000), suggestedPrompt: wide(10_000) };
    const found = { sessionId, issues: many(100, () => issue) };
    const { ids: issueIds } = await job.call("issueSession.createIssuesFromJson", found);
    const workflowId = await createWorkflow(api);
    const chain = { title: wide(200), description: wide(10_000), issueIds, workflowId };
    const { id: chainId } = await dataOf(api.post("/work-chains/create", chain));
    await dataOf(api.post("/work-chains/delete", { chainId }));
    const again = await dataOf(api.post("/work-chains/create", chain));
    await dataOf(api.post("/work-chains/start", { chainId: again.id }));
    const claim = { runnerId: "one", kinds: ["workChain.execute"] };
    expect((await job.call("job.claim", claim)).issues).toHaveLength(100);
    expect(await dataOf(api.post("/issues/bulk-delete", { issueIds }))).toMatchObject({ count: 100 });
    expect(await dataOf(api.get(`/work-chains/get?id=${again.id}`))).toMatchObject({
      status: "completed",
      issueIds: [],
    });
  });

  it("100 learnings are stored, approved, compiled as far as they fit, and deleted", async () => {
    const { id: runId } = await startRun(api);
    const learning = {
      sandboxId: await createSandbox(job, { runId }),
      content: wide(10_000),
      trigger: wide(2000),
      correctBehavior: wide(10_000),
      category: wide(100),
      applicableRoles: many(20, (index) => `${wide(58)}${index}`),
    };
    const { ids: learningIds } = await job.call("learning.bulkStore", { learnings: many(100, () => learning) });
    const approval = { learningIds, status: "approved" };
    expect(await dataOf(api.post("/learnings/bulk-update-status", approval))).toMatchObject({ count: 100 });
    const { content } = await dataOf(api.get("/learnings/preview"));
    expect(content.length).toBeGreaterThan(20_000);
    const compilation = { roleType: "designer", learningIds };
    expect(await refusalOf(api.post("/learning-versions/compile", compilation))).toEqual([...tooLarge, "learningIds"]);
    const some = { roleType: "designer", learningIds: learningIds.slice(0, 10) };
    await dataOf(api.post("/learning-versions/compile", some));
    expect(await dataOf(api.post("/learnings/bulk-delete", { learningIds }))).toMatchObject({ count: 100 });
  });

  it("a run with 50 personas, learnings of every role and assets is started and claimed, and the runner can ask for the rest", async () => {
    const roles = ["designer", "checker", "researcher", "evaluator", "judge", "answerer"];
    const apart = client(deployment, (await createProject(deployment)).apiKey);
    const persona = {
      name: wide(200),
      type: wide(60),
      description: wide(3_333),
      instructions: wide(16_666),
      cliId: wide(100),
      model: wide(200),
      thinkingEffort: wide(60),
      selectedSkills: many(100, () => wide(100)),
    };
    const personas = await makeMany(50, () => dataOf(apart.post("/personas/create", persona)));
    const learnings = await makeMany(12, (index) =>
      dataOf(apart.post("/learnings/create", { description: `${index}${wide(9_990)}`, correctBehavior: wide(10_000) })),
    );
    const learningIds = learnings.map(({ id }) => id);
    await dataOf(apart.post("/learnings/bulk-update-status", { learningIds, status: "approved" }));
    for (const roleType of roles) {
      const version = await dataOf(apart.post("/learning-versions/compile", { roleType, learningIds }));
      await dataOf(apart.post("/learning-versions/activate", { versionId: version.id }));
    }
    const prompts = { sandboxSystemPrompt: wide(40_000), agentMd: wide(40_000), issueDiscoveryPrompt: wide(40_000) };
    await dataOf(apart.post("/project/settings/update", prompts));
    const asset = (index: number) => ({ description: wide(2000), name: `${index}${wide(97)}` });
    const content = { content: "Be brief." };
    await makeMany(90, (index) => dataOf(apart.post("/contexts", { ...asset(index), ...content })));
    const files = [{ name: "SKILL.md", ...content }];
    await makeMany(90, (index) => dataOf(apart.post("/skills", { ...asset(index), files })));
    const command = (index: number) => ({ ...asset(index), name: `${"a".repeat(60)}${index}`, ...content });
    await makeMany(90, (index) => dataOf(apart.post("/commands", command(index))));
    const language = "shell";
    await makeMany(90, (index) => dataOf(apart.post("/scripts", { ...command(index), language })));
    const steps = personas.map(({ id: personaId }, index) => ({
      role: roles[index % roles.length],
      name: wide(200),
      personaId,
      instructions: wide(3_500),
    }));
    const workflowId = await createWorkflow(apart, { name: wide(200), steps });
    const { id: runId } = await startRun(apart, { workflowId, prompt: wide(50_000) });
    const run = await job.call("run.getDelivery", { runId });
    expect(JSON.stringify(run).length).toBeLessThan(8_000_000);
    expect(run.contexts.length).toBeGreaterThan(50);
    expect(run.steps[0].persona.instructions).toBe(persona.instructions);
    for (const kind of ["persona", "learnings", "asset"]) {
      const { path, operation, args } = run.more.find((one: { args: { kind: string } }) => one.args.kind === kind);
      const place = path.reduce((inner: Record<string, unknown>, name: string) => inner[name], run);
      const part = await job.call(operation, args);
      const field = ["content", "instructions"].find((name) => place[name] === null && part[name] !== null);
      expect(field).toBeDefined();
      expect({ ...part, [field ?? ""]: null }).toEqual(place);
    }
    const personaIds = personas.map(({ id }) => id);
    expect(await dataOf(apart.post("/personas/bulk-delete", { personaIds }))).toMatchObject({ count: 50 });
    await dataOf(apart.post("/project/delete"));
  }, 300_000);

  it("400 VALIDATION when runs are too large to be deleted together, and nothing changes; fewer are deleted", async () => {
    const workflowId = await createWorkflow(api);
    const gitRepoUrl = `/${wide(1999)}`;
    const wanted = { workflowId, name: wide(200), prompt: wide(50_000), gitRepoUrl, branchName: wide(255) };
    const runs = await makeMany(25, () => startRun(api, wanted));
    const runIds = runs.map(({ id }) => id);
    const checks = many(40, () => ({ name: wide(200), status: "running", url: webAddress(450) }));
    for (const runId of runIds) await job.call("run.updateCiChecks", { runId, status: "running", checks });
    const counters = await dataOf(api.get("/project/counters"));
    expect(await refusalOf(api.post("/runs/bulk-delete", { runIds }))).toEqual([...tooLarge, "runIds"]);
    expect(await dataOf(api.get("/project/counters"))).toEqual(counters);
    expect(await dataOf(api.post("/runs/bulk-delete", { runIds: runIds.slice(0, 10) }))).toMatchObject({ count: 10 });
  });

  it("400 VALIDATION when the checks of a run are too large for its row", async () => {
    const { id: runId } = await startRun(api);
    const checks = many(100, () => ({ name: wide(200), status: "running", url: webAddress(2000) }));
    expect(await job.refused("run.updateCiChecks", { runId, status: "running", checks })).toEqual([
      400,
      expect.stringContaining("args.checks "),
    ]);
  });

  it("a run is shown with as many of its steps as fit, and all of them are cancelled and deleted", async () => {
    const { id: runId } = await startRun(api);
    const verdict = { pass: true, feedback: wide(20_000) };
    const count = 280;
    await makeMany(count, async (stepIndex) => {
      const step = { runId, role: "designer", name: wide(200), stepIndex };
      const { id: stepId } = await job.call("runStep.create", step);
      const names = { toolDisplayName: wide(200), resolvedModelId: wide(200), thinkingEffort: wide(200) };
      await job.call("runStep.updateStatus", { stepId, status: "running", verdict, ...names });
    });
    const read = () => dataOf(api.get(`/runs/get?id=${runId}&stepLimit=500`));
    const { steps, hasMoreSteps } = await read();
    expect(hasMoreSteps).toBe(true);
    expect(steps.length).toBeGreaterThan(50);
    expect(steps.map(({ stepIndex }: { stepIndex: number }) => stepIndex)).toEqual(
      many(steps.length, (index) => index),
    );
    await dataOf(api.post("/runs/cancel", { runId }));
    const ended = async () => {
      const { data } = (await api.get(`/runs/events?id=${runId}&after=${2 * count}&limit=200`)).body;
      const more = (await api.get(`/runs/events?id=${runId}&after=${2 * count + 200}&limit=200`)).body.data;
      return [...data, ...more].filter(({ type, data: { status } }) => type === "step.status" && status === "cancelled")
        .length;
    };
    await expect.poll(ended).toBe(count);
    await dataOf(api.post("/runs/restart", { runId }));
    await dataOf(api.post("/runs/delete", { runId }));
    await dataOf(api.post("/runs/permanent-delete", { runId }));
  }, 120_000);
});
