// Runs with an agent that speaks ACP, from its script to what the service shows of them over REST. Each step's
// instructions are the script of `fakeAgent.mjs`.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Action } from "../../packages/runner/tests/agentSessions";
import { rootDirectory } from "../../scripts/settings";
import { dataOf } from "../support/fixtures";
import { RunnerProcess } from "./runnerProcess";
import { detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

const silenceMinutes = 0.1;

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  runner = runnerIn(world, { agents: { fake: agentSettings() }, agent: "fake", silenceMinutes, jobs: 4 });
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

/** The instructions of a step are what the agent does in its turns. */
function agentSettings() {
  const program = path.join(rootDirectory, "packages/runner/tests/fakeAgent.mjs");
  const start = `FAKE_AGENT="$SWITCHYARD_INSTRUCTIONS" exec "$0" "$1"`;
  const env = { FAKE_AGENT_STATE: world.folder, FAKE_AGENT_RESUME: "resume" };
  return {
    kind: "acp" as const,
    command: ["/bin/sh", "-c", start, process.execPath, program],
    service: "anthropic",
    env,
  };
}

interface Wanted {
  maxRetries?: number;
}

/** Starts a run with one step, in which the agent has these turns. */
async function start(turns: Action[][], wanted: Wanted = {}): Promise<string> {
  return await startSteps(world, { instructions: JSON.stringify(turns), ...wanted });
}

async function runOf(...actions: Action[]) {
  return await ended(world, await start([actions]));
}

type Run = Awaited<ReturnType<typeof ended>>;

interface Message {
  kind: string;
  title: string | null;
  content: string;
  status: string;
  data: Record<string, unknown> | null;
}

async function messagesOf(run: Run, step = 0): Promise<Message[]> {
  return (await world.api.get(`/sandboxes/messages?id=${run.steps[step].sandboxId}`)).body.data;
}

async function shownBy(run: Run): Promise<[string, string, string][]> {
  return (await messagesOf(run)).map(({ kind, content, status }) => [kind, content, status]);
}

async function diffOf(run: Run): Promise<string> {
  return (await dataOf(world.api.get(`/sandboxes/diff?id=${run.steps[0].sandboxId}`))).diff;
}

/** The types of the run's events, without repetitions, and the statuses through which it went. */
async function historyOf({ id }: Run): Promise<{ types: Set<string>; statuses: (string | undefined)[] }> {
  const { data } = (await world.api.get(`/runs/events?id=${id}&after=0&limit=200`)).body;
  const events = data as { type: string; data: { status?: string } }[];
  const statuses = events.filter(({ type }) => type === "run.status").map((event) => event.data.status);
  return { types: new Set(events.map(({ type }) => type)), statuses };
}

/** Answers the only question of the run that waits, and returns it. */
async function answer(runId: string, answer: unknown): Promise<Record<string, unknown>> {
  const waiting = async () => (await world.api.get(`/runs/questions?runId=${runId}&status=waiting`)).body.data;
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1);
  const [question] = await waiting();
  await dataOf(world.api.post("/runs/questions/answer", { questionId: question.id, answer }));
  return question;
}

function stateOf({ status, error, steps }: Run) {
  return { status, error, steps: steps.map((step: { status: string }) => step.status) };
}

const done = { status: "completed", error: null, steps: ["completed"] };
const failedWith = (error: unknown) => ({ status: "failed", error, steps: ["failed"] });

describe("a turn", () => {
  it("is a message, a commit, an end of the step and events", async () => {
    const run = await runOf({ think: "Hm." }, { say: "Hello " }, { say: "there." });
    expect(stateOf(run)).toEqual(done);
    expect(await shownBy(run)).toEqual([
      ["thought", "Hm.", "complete"],
      ["text", "Hello there.", "complete"],
    ]);
    expect(await diffOf(run)).toBe("");
    const { types, statuses } = await historyOf(run);
    expect(statuses).toEqual(["running", "completed"]);
    expect(types.has("step.status")).toBe(true);
    expect((await dataOf(world.api.get(`/sandboxes/get?id=${run.steps[0].sandboxId}`))).status).toBe("stopped");
  });

  it("shows its plan and its tools with their last state", async () => {
    const call = { toolCallId: "t-1", title: "Run the tests", kind: "execute" };
    const run = await runOf(
      {
        plan: [
          ["Look", "completed"],
          ["Build", "in_progress"],
        ],
      },
      { tool: { ...call, status: "in_progress" } },
      { toolUpdate: { toolCallId: "t-1", status: "failed" } },
    );
    expect(stateOf(run)).toEqual(done);
    const messages = await messagesOf(run);
    expect(messages.map(({ kind, title, status }) => [kind, title, status])).toEqual([
      ["tool", "Run the tests", "complete"],
      ["plan", "Plan", "complete"],
    ]);
    const [tool, plan] = messages;
    expect(tool?.data).toMatchObject({ state: "failed" });
    expect(plan?.content).toBe("- [x] Look\n- [>] Build");
  });

  it("has its tokens and its cost recorded", async () => {
    const usage = { inputTokens: 12, outputTokens: 5, cachedReadTokens: 4, totalTokens: 21 };
    const run = await runOf({ cost: 0.1 }, { cost: 0.25 }, { stop: "end_turn", usage });
    expect(stateOf(run)).toEqual(done);
    expect([run.costUsd, run.steps[0].tokenUsage]).toEqual([0.25, { inputTokens: 12, outputTokens: 5 }]);
    const { data } = (await world.api.get("/analytics/usage")).body;
    expect(data[0]).toMatchObject({ service: "anthropic", model: "fake-model-1", reportedCostUsd: 0.25 });
  });

  it("may commit by itself", async () => {
    const run = await runOf(
      { edit: "own.txt", content: "own\n" },
      { commit: "own work" },
      { edit: "more.txt", content: "more\n" },
    );
    expect(stateOf(run)).toEqual(done);
    const branch = `switchyard/run-${run.runNumber}-1`;
    expect(git(world.origin, "log", "--format=%s", branch)).toMatch(/^Part 1: .*\nown work\nbegin$/);
    expect(await diffOf(run)).toMatch(/\+own\n(.*\n)*\+more|\+more\n(.*\n)*\+own/);
  });
});

describe("a question over REST", () => {
  it("for a permission lets the agent edit, or not", async () => {
    const asks = (file: string) => ({ edit: file, content: "new\n", asks: true, callId: file });
    // The policy lets agents edit files of the worktree. Others are asked of a person.
    const runId = await start([[asks("in.txt"), asks("../outside.txt"), asks("../refused.txt")]]);
    expect(await answer(runId, "Yes")).toMatchObject({ title: "Edit ../outside.txt" });
    await answer(runId, "No");
    const run = await ended(world, runId);
    expect(stateOf(run)).toEqual(done);
    const tools = (await messagesOf(run)).map(({ title, data }) => [title, data?.["state"]]);
    expect(tools).toEqual([
      ["Edit in.txt", "done"],
      ["Edit ../outside.txt", "done"],
      ["Edit ../refused.txt", "failed"],
    ]);
    expect(await diffOf(run)).toContain("+new");
    expect(existsSync(path.join(runner.folder, "worktrees/outside.txt"))).toBe(true);
    expect(existsSync(path.join(runner.folder, "worktrees/refused.txt"))).toBe(false);
    const { types } = await historyOf(run);
    expect([...types]).toEqual(expect.arrayContaining(["questions.waiting", "questions.answered"]));
  });

  it("of the agent's own is answered with one of its options", async () => {
    const choice = {
      type: "string",
      oneOf: [
        { const: "pg", title: "Postgres" },
        { const: "re", title: "Redis" },
      ],
    };
    const form = { type: "object", properties: { database: choice }, required: ["database"] };
    const runId = await start([[{ elicit: { message: "Which database?", requestedSchema: form } }]]);
    await expect.poll(async () => (await detail(world, runId)).openQuestions).toBe(1);
    expect(await answer(runId, "Redis")).toMatchObject({ title: "Which database?", options: ["Postgres", "Redis"] });
    const run = await ended(world, runId);
    expect(stateOf(run)).toEqual(done);
    expect(await shownBy(run)).toEqual([["text", 'Answer: {"database":"re"}', "complete"]]);
    expect(run.openQuestions).toBe(0);
  });
});

describe("an agent that cannot continue", () => {
  it("because of a limit continues at the time that the provider names", async () => {
    const resetsAt = Math.ceil(Date.now() / 1000) + 15;
    const limit = { code: -32_603, message: "You have hit your limit.", data: { errorKind: "rate_limit", resetsAt } };
    // The first start meets the limit, and the session continues with the second turn.
    const runId = await start([[{ say: "Before." }, { fail: limit }], [{ say: "After." }]]);
    await expect.poll(async () => (await detail(world, runId)).waiting?.reason, { timeout: 30_000 }).toBe("provider");
    const run = await ended(world, runId);
    expect(Date.now()).toBeGreaterThanOrEqual(resetsAt * 1000);
    expect(stateOf(run)).toEqual(done);
    expect((await shownBy(run)).map(([, content]) => content)).toEqual(["Before.", "After."]);
  });

  it("because it hangs is cancelled", async () => {
    const runId = await start([[{ say: "So far." }, { child: 300 }, { hang: true }]]);
    await expect.poll(() => children(runId).length, { timeout: 10_000 }).toBe(1);
    await dataOf(world.api.post("/runs/cancel", { runId }));
    await expect.poll(() => children(runId).filter(isAlive), { timeout: 5000 }).toEqual([]);
    const run = await detail(world, runId);
    expect(stateOf(run)).toEqual({ status: "cancelled", error: null, steps: ["cancelled"] });
    await expect.poll(() => shownBy(run)).toEqual([["text", "So far.", "complete"]]);
    expect((await historyOf(run)).statuses.at(-1)).toBe("cancelled");
  });

  it("because it crashes fails the step with its exit code and its last words", async () => {
    const run = await runOf(
      { edit: "half.txt", content: "half\n" },
      { say: "So far." },
      { crash: 3, error: "Out of luck.\n" },
    );
    expect(stateOf(run)).toEqual(failedWith(expect.stringMatching(/^The step Part 1 .*exit code 3.*Out of luck\./s)));
    expect((await shownBy(run)).at(-1)).toEqual(["text", "So far.", "complete"]);
    expect(await diffOf(run)).toContain("+half");
  });

  it("because it breaks off in half a line fails the step, with what it has said before", async () => {
    const run = await runOf({ say: "A" }, { raw: '{"jsonrpc":"2.0","method":"sess' }, { crash: 9 });
    expect(stateOf(run)).toEqual(failedWith(expect.stringContaining("exit code 9")));
    expect(await shownBy(run)).toEqual([["text", "A", "complete"]]);
  });

  it("because it is silent fails the step after the configured time", async () => {
    const run = await runOf({ say: "A" }, { sleep: 300_000 });
    const seconds = silenceMinutes * 60;
    expect(stateOf(run)).toEqual(failedWith(expect.stringContaining(`has written nothing for ${seconds} seconds`)));
    expect(await shownBy(run)).toEqual([["text", "A", "complete"]]);
  });
});

describe("an agent that does too much", () => {
  it("floods its message, which says how much was dropped", async () => {
    const run = await runOf({ flood: 1000, size: 1000 }, { say: "The end.", id: "end" });
    expect(stateOf(run)).toEqual(done);
    const [flood, end] = await messagesOf(run);
    expect(flood?.content).toMatch(/^x{250000}\n\[750000 more characters were dropped\.\]$/);
    expect([end?.content, end?.status]).toEqual(["The end.", "complete"]);
  });

  it("leaves children behind, which end with the step", async () => {
    const run = await runOf({ child: 300 }, { child: 300, detached: true }, { say: "Done." });
    expect(stateOf(run)).toEqual(done);
    const pids = children(run.id);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isAlive), { timeout: 5000 }).toEqual([]);
  });
});

describe("an agent whose runner was killed", () => {
  it("is resumed in its session by the next start of the runner, which then stops when it is told to", async () => {
    await runner.stop();
    const other = new RunnerProcess(world, path.join(world.folder, "killed"), {
      agents: { fake: agentSettings() },
      agent: "fake",
    });
    other.start();
    try {
      const first = [{ edit: "half.txt", content: "half\n" }, { say: "First." }, { hang: true }];
      const runId = await start([first, [{ edit: "rest.txt", content: "rest\n" }, { say: "Second." }]]);
      const said = async () => {
        const run = await detail(world, runId);
        return run.steps.length === 0 ? [] : (await messagesOf(run)).map(({ content }) => content);
      };
      await expect.poll(said, { timeout: 20_000 }).toContain("First.");
      await other.end("SIGKILL");
      other.start();
      const run = await ended(world, runId);
      expect(stateOf(run)).toEqual(done);
      expect(await shownBy(run)).toEqual([
        ["tool", "Edit half.txt", "complete"],
        ["text", "First.", "complete"],
        ["tool", "Edit rest.txt", "complete"],
        ["text", "Second.", "complete"],
      ]);
      const branch = `switchyard/run-${run.runNumber}-1`;
      expect(git(world.origin, "ls-tree", "--name-only", branch).split("\n")).toEqual([
        "README.md",
        "half.txt",
        "rest.txt",
      ]);
      // No timer of an agent that has ended keeps the process alive.
      const stopped = other.end("SIGTERM").then(() => "stopped");
      expect(await Promise.race([stopped, pause(20_000, "alive")])).toBe("stopped");
    } finally {
      await other.end("SIGKILL");
    }
  });
});

describe("an answer that comes while the runner is away", () => {
  it.each([["asks again"], ["does not ask again"]])("reaches the resumed session of an agent that %s", async (way) => {
    await runner.stop();
    const away = runnerIn(world, { agents: { fake: agentSettings() }, agent: "fake" });
    const choice = { type: "object", properties: { database: { type: "string", enum: ["Postgres", "Redis"] } } };
    const asks: Action = { elicit: { message: "Which database?", requestedSchema: choice } };
    const runId = await start([[asks], way === "asks again" ? [asks] : [{ say: "I know." }]]);
    const questions = async () => (await world.api.get(`/runs/questions?runId=${runId}`)).body.data;
    await expect.poll(async () => (await questions()).length).toBe(1);
    await away.stop();
    await answer(runId, "Redis");
    runner = runnerIn(world, { folder: away.folder, agents: { fake: agentSettings() }, agent: "fake" });
    const run = await ended(world, runId);
    expect(stateOf(run)).toEqual(done);
    expect(await questions()).toHaveLength(1);
    const [, resumed] = promptsOf(runId);
    expect(resumed).toContain("- Which database?\n  The answer: Redis");
    const last = (await messagesOf(run)).at(-1)?.content;
    expect(last).toBe(way === "asks again" ? 'Answer: {"database":"Redis"}' : "I know.");
  });
});

/** The prompts that the agent's session of a run has got. */
function promptsOf(runId: string): string[] {
  const files = readdirSync(world.folder).filter((name) => /^fake-\d+\.json$/.test(name));
  const sessions = files.map((name) => JSON.parse(readFileSync(path.join(world.folder, name), "utf8")) as Session);
  return sessions.find(({ cwd }) => cwd.includes(runId))?.prompts ?? [];
}

interface Session {
  cwd: string;
  prompts: string[];
}

/** The children that the fake agents of a run have started. */
function children(runId: string): number[] {
  const file = path.join(world.folder, "seen.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return lines.flatMap((line) => {
    const { child, cwd } = JSON.parse(line) as { child?: number; cwd?: string };
    return child !== undefined && cwd?.includes(runId) === true ? [child] : [];
  });
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}
