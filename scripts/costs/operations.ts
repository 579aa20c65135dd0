// Measures what single operations cost, in a project with a workflow of one step, amid sixty runs.
import { isObject } from "../adminFunctions";
import { idOf, serviceAt } from "../seed/service";
import type { Fields, Service } from "../seed/service";
import { environment } from "./meter";
import type { Cost, Meter } from "./meter";

const runs = 60;
const steps = 50;
const runnerId = "runner-1";
const callbackSecret = environment.JOB_CALLBACK_SECRET;
const owner = { issuer: "https://idp.example", subject: "owner", email: "owner@example.com", emailVerified: true };

export type Costs = Map<string, Cost>;

/** The operations in the order in which they are shown. */
export async function measureAll(meter: Meter): Promise<Costs> {
  const costs: Costs = new Map();
  const created = await meter.call("admin/projects:create", { name: "Demo", ownerEmail: owner.email });
  const { projectId, apiKey } = created as { projectId: string; apiKey: string };
  const service = serviceAt({ url: meter.httpUrl, apiKey, callbackSecret });
  const measure = async <Result>(name: string, work: () => Promise<Result>, later?: string): Promise<Result> => {
    const results: Result[] = [];
    const cost = await meter.costOf(async () => results.push(await work()), later);
    costs.set(name, cost);
    return results[0] as Result;
  };
  const newKey = async (): Promise<Service> => {
    const made = await meter.call("admin/projects:createKey", { projectId, name: "Poll" });
    return serviceAt({ url: meter.httpUrl, apiKey: (made as { apiKey: string }).apiKey, callbackSecret });
  };
  /** A key's first request also records its use, which the second one looks up. */
  const poll = async (name: string, path: string): Promise<void> => {
    const client = await newKey();
    await measure(name, () => client.get(path));
    await client.get(path);
    await measure(`${name}, again`, () => client.get(path));
  };

  const world = await settle(service);
  await poll("GET /project", "/project");
  await poll("GET /runs/list, 50 runs", "/runs/list?limit=50");
  await poll("GET /runs/get, 50 steps, completed", `/runs/get?id=${world.completed}&stepLimit=50`);
  await poll("GET /runs/get, 50 steps, paused", `/runs/get?id=${world.paused}&stepLimit=50`);
  await poll("GET /runs/get, 50 steps, running", `/runs/get?id=${world.running}&stepLimit=50`);
  await poll("GET /project/counters", "/project/counters");
  await measure("POST /project/update", () => service.post("/project/update", { name: "Shop" }));
  await measure("POST /issues/create", () => service.post("/issues/create", { title: "The cart is empty" }));
  const start = { workflowId: world.workflowId, prompt: "Fill the cart." };
  await measure("POST /runs/start", () => service.post("/runs/start", start));
  await measure("POST /runs/start with Idempotency-Key", () => startOnce(meter, apiKey, start));
  await workOff(service, measure);
  await meter.call("users/dashboard:signIn", {}, owner);
  for (const [name, args] of [
    ["runs/dashboard:list", { projectId, paginationOpts: { numItems: 50, cursor: null } }],
    ["runs/dashboard:get", { projectId, id: world.running }],
  ] as const) {
    await measure(`function ${name}`, () => meter.call(name, args, owner));
  }
  return costs;
}

type Measure = <Result>(name: string, work: () => Promise<Result>, later?: string) => Promise<Result>;

/** Makes the runs among which the operations are measured. */
async function settle(service: Service) {
  const step = { role: "designer", name: "Build" };
  const workflowId = idOf(await service.post("/workflows", { name: "Build", steps: [step] }));
  await service.post("/issues/create", { title: "First" });
  const ids: string[] = [];
  for (let index = 0; index < runs; index++) {
    ids.push(idOf(await service.post("/runs/start", { workflowId, prompt: "Build it." })));
  }
  const withSteps = async (runId: string | undefined, status: string | null): Promise<string> => {
    if (runId === undefined) throw new Error("There are too few runs.");
    await service.call("job.claim", { runnerId, kinds: ["run.execute"] });
    await service.call("run.updateStatus", { runId, status: "running" });
    for (let stepIndex = 0; stepIndex < steps; stepIndex++) {
      await service.call("runStep.create", { runId, ...step, stepIndex });
    }
    if (status !== null) await service.call("run.updateStatus", { runId, status });
    return runId;
  };
  return {
    workflowId,
    completed: await withSteps(ids[0], "completed"),
    paused: await withSteps(ids[1], "paused"),
    running: await withSteps(ids[2], null),
  };
}

async function startOnce(meter: Meter, apiKey: string, body: Fields): Promise<void> {
  const response = await fetch(`${meter.httpUrl}/api/v1/runs/start`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Idempotency-Key": "one" },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`The run was not started: ${await response.text()}`);
}

/** Claims a run's job and does the work of one step, as a runner does. */
async function workOff(service: Service, measure: Measure): Promise<void> {
  const call = (operation: string, args: Fields, later?: string) =>
    measure(operation, () => service.call(operation, args), later);
  const job = await call("job.claim", { runnerId, kinds: ["run.execute"] });
  const jobId = idOf(job);
  const { run } = job;
  if (!isObject(run)) throw new Error("The job is not that of a run.");
  const runId = idOf(run);
  await measure("run.updateStatus, running", () => service.call("run.updateStatus", { runId, status: "running" }));
  const stepId = idOf(await call("runStep.create", { runId, role: "designer", name: "Build", stepIndex: 0 }));
  const sandboxId = idOf(await call("sandbox.create", { runId, stepId, runtimeSandboxId: "box-1", status: "running" }));
  await call("runStep.updateStatus", { stepId, status: "running", sandboxId });
  await call("run.updateProgress", { runId, progress: { currentStepLabel: "Building", activeStepId: stepId } });
  await call("job.heartbeat", { jobId, runnerId });
  const questionId = idOf(await call("run.ask", { runId, key: "where", title: "Where to?" }));
  const answer = { questionId, answer: "To the left." };
  await measure("POST /runs/questions/answer", () => service.post("/runs/questions/answer", answer));
  await call("run.awaitAnswer", { questionId });
  const message = { sandboxId, messageId: "message-1" };
  await call("message.streamCreate", message);
  await service.call("message.streamAppend", { ...message, seq: 0, chunk: "The first words of an answer are here. " });
  await call("message.streamAppend", { ...message, seq: 1, chunk: "Forty-five further characters come after it. " });
  const finalContent = "The first words of an answer are here. Forty-five further characters come after it. ";
  await call("message.streamFinalize", { ...message, finalContent }, "messages/scheduled:clearChunks");
  const tokenUsage = { inputTokens: 1000, outputTokens: 100 };
  await call("usage.computeCostAndRecord", { sandboxId, tokenUsage, durationMs: 1000, service: "anthropic" });
  await measure("run.updateStatus, completed", () => service.call("run.updateStatus", { runId, status: "completed" }));
  await call("job.complete", { jobId, runnerId });
  await service.call("run.updatePr", { runId, prUrl: "https://code.example/acme/shop/pull/7", prStatus: "open" });
  const found = { state: "open", head: "1234567", base: "main", mergeable: "clean", approvals: 0, changesRequested: 0 };
  await service.call("run.reportRequest", { runId, ...found });
  // Most looks find what the one before has found.
  await call("run.reportRequest", { runId, ...found });
  await call("run.listOpenFeedback", { runId });
}
