// Every example of every command's help works as it is printed. Only the words in angle brackets are filled in, and the
// address of the service is that of the test.
import { writeFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commands } from "../../packages/cli/src/commands/all";
import type { Example } from "../../packages/cli/src/frame/command";
import { deploymentOn } from "../support/engineDeployment";
import { callbackSecret, createWorkflow, dataOf, encryptionKey, startRun } from "../support/fixtures";
import { git } from "../support/gitOrigin";
import { detail, ended, makeWorld, runnerIn } from "../runner/fixture";
import type { World } from "../runner/fixture";
import { Installation, told } from "./installation";
import type { Told } from "./installation";

let world: World;
let cli: Installation;
let runner: ReturnType<typeof runnerIn>;
let key: string;

beforeAll(async () => {
  world = await makeWorld();
  const { api, engine } = world;
  await deploymentOn(() => engine).setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
  key = String((await dataOf(api.post("/project/api-keys/generate", { name: "Examples" }))).key);
  cli = new Installation({
    SWITCHYARD_URL: engine.httpUrl,
    SWITCHYARD_API_KEY: key,
    SWITCHYARD_RUNNER_TOKEN: callbackSecret,
  });
  runner = runnerIn(world, { jobs: 8 });
  const instructions = "echo said; echo made > made.txt";
  const workflowId = await createWorkflow(api, {
    name: "Build",
    steps: [{ role: "designer", name: "Design", instructions, artifacts: ["made.txt"] }],
  });
  const first = await startRun(api, { workflowId });
  await ended(world, first.id);
  await filesOfReader();
}, 300_000);
afterAll(async () => {
  await runner?.stop();
  cli?.remove();
  await world?.end();
});

/** What the examples find in the folder of the reader. */
async function filesOfReader(): Promise<void> {
  writeFileSync(path.join(cli.folder, "key.txt"), `${key}\n`);
  writeFileSync(path.join(cli.folder, "steps.json"), JSON.stringify([{ name: "Design", role: "designer" }]));
  git(cli.folder, "init", "--quiet");
  git(
    cli.folder,
    "-c",
    "user.name=A",
    "-c",
    "user.email=a@example.com",
    "commit",
    "--allow-empty",
    "--quiet",
    "-m",
    "Add a map.",
  );
  await logIn();
}

async function logIn(): Promise<void> {
  expect(await cli.run(`switchyard login --dashboard ${world.engine.socketUrl}`, {}, key)).toMatchObject({ code: 0 });
}

/** The examples find one workflow of the name Build. */
async function otherWorkflow(): Promise<string> {
  return await createWorkflow(world.api, { name: "Other" });
}

/** A run that no runner touches, because its time is far away. */
async function waitingRun(): Promise<string> {
  const workflowId = await otherWorkflow();
  return (await startRun(world.api, { workflowId, scheduledFor: Date.now() + 86_400_000 })).id;
}

async function runningRun(): Promise<string> {
  const steps = [{ role: "designer", name: "Long", instructions: "sleep 600" }];
  const { id } = await startRun(world.api, { workflowId: await createWorkflow(world.api, { name: "Long", steps }) });
  const isRunning = async () => (await detail(world, id)).steps[0]?.status === "running";
  await vi.waitUntil(isRunning, { timeout: 50_000 });
  return id;
}

async function question(): Promise<string> {
  const asked = { runId: await waitingRun(), key: "tests", title: "Run the tests?", options: ["yes", "no"] };
  return (await world.job.call("run.ask", asked)).id;
}

async function webhook(): Promise<{ id: string }> {
  return await dataOf(world.api.post("/webhooks", { url: "https://receiver.example/hook" }));
}

/** The runner asks for jobs, too, and may get this one. */
async function failedJob(): Promise<string> {
  const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];
  for (;;) {
    const asking = { runnerId: "other", kinds: ["merge.execute"], waitMs: 3000 };
    const claiming = world.job.call("job.claim", asking);
    await dataOf(world.api.post("/merging/start", { pullRequests }));
    const claimed = await claiming;
    if (claimed === null) continue;
    await world.job.call("job.fail", { jobId: claimed.id, runnerId: "other", error: "No disk.", retryable: false });
    return claimed.id as string;
  }
}

/** Makes what a placeholder means, for each use of it. */
const makers: Record<string, () => Promise<string>> = {
  "the key": () => Promise.resolve(key),
  folder: () => Promise.resolve(world.folder),
  "token file": async () => {
    const { token } = await dataOf(world.api.post("/project/runner-tokens/generate", { name: "Example" }));
    const file = path.join(cli.folder, "token");
    writeFileSync(file, String(token));
    return file;
  },
  run: waitingRun,
  "running run": runningRun,
  budget: async () => {
    const fields = { name: "Example", scope: { type: "project" }, limitUsd: 100, period: "month" };
    return (await dataOf(world.api.post("/budgets", fields))).id;
  },
  "paused run": async () => {
    const runId = await runningRun();
    await dataOf(world.api.post("/runs/pause", { runId }));
    return runId;
  },
  "failed run": async () => {
    const runId = await waitingRun();
    await dataOf(world.api.post("/runs/cancel", { runId }));
    return runId;
  },
  "run that failed at its gate": async () => {
    const gate = { kind: "command", command: ["false"] };
    const steps = [{ role: "designer", name: "Design", instructions: "echo made > made.txt", gate }];
    const workflowId = await createWorkflow(world.api, { name: "Gated", steps });
    const { id } = await startRun(world.api, { workflowId, gitRepoUrl: world.origin });
    await ended(world, id);
    return id;
  },
  "run with feedback": async () => {
    const runId = await waitingRun();
    await dataOf(world.api.post("/runs/cancel", { runId }));
    await dataOf(world.api.post("/runs/feedback/add", { runId, text: "It lacks a title." }));
    return runId;
  },
  feedback: async () =>
    (await dataOf(world.api.post("/runs/feedback/add", { runId: await waitingRun(), text: "It lacks a title." }))).id,
  hook: async () => (await dataOf(world.api.post("/project/hooks", { kind: "github" }))).id,
  issue: async () => (await dataOf(world.api.post("/issues/create", { title: "An issue" }))).id,
  question,
  task: async () => {
    const targetWorkflowId = await otherWorkflow();
    const schedule = { frequency: "daily", timezone: "Europe/Berlin", scheduledHour: 3, scheduledMinute: 0 };
    return (
      await dataOf(
        world.api.post("/recurring-tasks", { title: "Nightly", prompt: "Look.", targetWorkflowId, ...schedule }),
      )
    ).id;
  },
  "failed job": failedJob,
  webhook: async () => (await webhook()).id,
  "webhook and delivery": async () => {
    const { id } = await webhook();
    const { deliveryId } = await dataOf(world.api.post(`/webhooks/${id}/test`));
    return `${id} ${deliveryId}`;
  },
  key: async () => (await dataOf(world.api.post("/project/api-keys/generate", { name: "Other" }))).id,
};

async function filled(text: string): Promise<string> {
  let line = text.replaceAll("http://127.0.0.1:3211", world.engine.httpUrl).replaceAll("claude-code", "demo");
  for (const [placeholder, name = ""] of text.matchAll(/<(?!\()([a-z ]+)>/g)) {
    const maker = makers[name];
    if (maker === undefined) throw new Error(`Nothing is known about ${placeholder}.`);
    line = line.replace(placeholder, await maker());
  }
  return line;
}

/** What others need is forgotten last. */
const byLogout = (a: Example, b: Example) => Number(a.line.includes("logout")) - Number(b.line.includes("logout"));
const examples = commands.flatMap(({ examples }) => examples).toSorted(byLogout);

it("there is an example of every kind", () => {
  expect(examples.length).toBeGreaterThan(40);
});

it.each(examples)("$line", { timeout: 180_000 }, async (example) => {
  expect(await outcomeOf(example)).toMatchObject({ code: 0 });
});

describe("with --json", () => {
  // The last example has forgotten the key. Lists have something to show.
  beforeAll(async () => {
    const shown = ["running run", "issue", "question", "task", "failed job", "webhook", "hook", "budget"];
    await Promise.all([logIn(), ...shown.map((name) => makers[name]?.())]);
  });

  it.each(examplesWithJson())("$line", { timeout: 180_000 }, async (example) => {
    const { code, stdout } = await outcomeOf(example);
    expect(code).toBe(0);
    const lines = stdout.split("\n").filter((line) => line !== "");
    // No message to this webhook has failed.
    const isEmpty = example.line === "switchyard webhooks deliveries <webhook> --status failed --json";
    expect(lines.length === 0).toBe(isEmpty);
    for (const line of lines) expect(JSON.parse(line)).toBeTypeOf("object");
  });
});

/** An example of each command, with its output for programs in place of that for people. */
function examplesWithJson(): Example[] {
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  const rank = ({ typed, isEndless }: Example) => Number(typed !== undefined) * 2 + Number(isEndless === true);
  return shown
    .flatMap(({ examples }) => examples.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
    .map(withJson)
    .toSorted(byLogout);
}

function withJson(example: Example): Example {
  const line = example.line.replace(/^source <\((.*)\)$/, "$1").replace(/ > \S+$/, "");
  return { ...example, line: line.includes("--json") ? line : `${line} --json` };
}

async function outcomeOf({ line, typed, isEndless }: Example): Promise<Pick<Told, "code" | "stdout">> {
  if (line === "switchyard questions answer") await question();
  const command = await filled(line);
  if (typed !== undefined) return await cli.runInTerminal(command, [[/: $/, `${await filled(typed)}\r`]]);
  if (isEndless !== true) return await cli.run(command);
  const child = cli.begin("bash", ["-c", `exec ${command}`]);
  // Some show only what happens after they have begun.
  const news = setInterval(() => void world.api.post("/issues/create", { title: "Example" }), 500);
  const outcome = told(child);
  await once(child.stdout!, "data");
  clearInterval(news);
  child.kill("SIGINT");
  return await outcome;
}
