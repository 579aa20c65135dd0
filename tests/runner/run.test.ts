// The runner does runs: real git repositories, the product on an engine, and a scripted agent.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { gitsIn } from "../../packages/runner/tests/processes";
import { dataOf } from "../support/fixtures";
import { detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

interface LoggedEvent {
  seq: number;
  type: string;
  data: { status?: string };
}

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  runner = runnerIn(world);
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

describe("a run", () => {
  it("becomes a branch with a commit for each step, and its record has what the agent said and changed", async () => {
    const usage = `!{"kind":"usage","service":"anthropic","model":null,"inputTokens":1000,"outputTokens":100,"cachedTokens":0,"costUsd":null}`;
    const runId = await startSteps(
      world,
      { instructions: `echo hello; echo new > added.txt; echo '${usage}'` },
      { instructions: `echo "There is: $(cat added.txt)"; echo more >> README.md` },
    );
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
    const [first, second] = run.steps;
    expect(first.toolDisplayName).toBe("scripted");
    expect([first.status, second.status, first.tokenUsage]).toEqual([
      "completed",
      "completed",
      { inputTokens: 1000, outputTokens: 100 },
    ]);
    const said = async ({ sandboxId }: { sandboxId: string }) =>
      (await world.api.get(`/sandboxes/messages?id=${sandboxId}`)).body.data.map(
        ({ content, status }: { content: string; status: string }) => [content, status],
      );
    expect(await said(first)).toEqual([["hello\n", "complete"]]);
    expect(await said(second)).toEqual([["There is: new\n", "complete"]]);
    const { diff } = await dataOf(world.api.get(`/sandboxes/diff?id=${second.sandboxId}`));
    expect(diff).toContain("+more");
    expect(diff).not.toContain("added.txt");
    const branch = `switchyard/run-${run.runNumber}-1`;
    expect(git(world.origin, "log", "--format=%s", branch)).toMatch(/^Part 2: .*\nPart 1: .*\nbegin$/);
    expect(git(world.origin, "ls-tree", "-r", "--name-only", branch).split("\n")).toEqual(["README.md", "added.txt"]);
    const events = (await world.api.get(`/runs/events?id=${runId}&limit=100`)).body.data as LoggedEvent[];
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const told = events.map(({ type, data }) => (data.status === undefined ? type : `${type} ${data.status}`));
    const ofStep = ["step.status running", "message streaming", "message complete", "step.status completed"];
    expect(told.filter((one) => one.startsWith("run.status") || ofStep.includes(one))).toEqual([
      "run.status running",
      ...ofStep,
      ...ofStep,
      "run.status completed",
    ]);
    // The cost is reported beside the messages, so its place among them is open.
    expect(told.filter((one) => one === "cost")).toEqual(["cost"]);
    const notifications = (await world.api.get("/notifications")).body.data;
    expect(notifications).toContainEqual(expect.objectContaining({ type: "run_completed", runId }));
    const [day] = (await world.api.get("/analytics/daily-stats")).body.data;
    expect(day).toMatchObject({ runsStarted: 1, runsCompleted: 1, tokens: 1100 });
    // The branch has everything, so the worktree is not needed any more.
    await expect.poll(() => readdirSync(path.join(runner.folder, "worktrees"))).not.toContain(`${runId}-1`);
  });

  it("ends everything that the agent has started within 5 s when it is cancelled", async () => {
    const runId = await startSteps(world, { instructions: waitsWithChild("cancelled") });
    const pids = (await noteOf("cancelled")).split(" ").map(Number);
    await dataOf(world.api.post("/runs/cancel", { runId }));
    await expect.poll(() => pids.filter(isAlive), { timeout: 5000 }).toEqual([]);
    expect(await detail(world, runId)).toMatchObject({ status: "cancelled", steps: [{ status: "cancelled" }] });
  });

  it("ends the git of its step within 5 s when it is cancelled, also where the agent holds it", async () => {
    const runId = await startSteps(world, { instructions: `mkfifo pipe; git config include.path "$PWD/pipe"` });
    const worktree = path.join(runner.folder, "worktrees", `${runId}-1`);
    const settings = path.join(worktree, ".git/config");
    await expect.poll(() => existsSync(settings) && readFileSync(settings, "utf8").includes("pipe")).toBe(true);
    await expect.poll(() => gitsIn(worktree).length).toBe(1);
    await dataOf(world.api.post("/runs/cancel", { runId }));
    await expect.poll(() => gitsIn(worktree), { timeout: 5000 }).toEqual([]);
    await expect.poll(() => runner.events.at(-1)).toMatchObject({ kind: "ended", how: "cancelled" });
  });

  it("fails when a step takes too long, and keeps what the agent had changed beside the branch", async () => {
    const runId = await startSteps(world, { instructions: "echo half > half.txt; sleep 300", timeoutMs: 1500 });
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["failed", expect.stringContaining("Part 1 took too long")]);
    const { diff } = await dataOf(world.api.get(`/sandboxes/diff?id=${run.steps[0].sandboxId}`));
    expect(diff).toContain("+half");
    const kept = `refs/switchyard/kept/run-${run.runNumber}-1-1:half.txt`;
    expect(git(mirrorOf(runner), "show", kept)).toBe("half");
    expect(git(world.origin, "branch", "--list", `switchyard/run-${run.runNumber}-1`)).toBe("");
  });

  it("repeats a failed step as often as the workflow says, each time from the last commit, and says why", async () => {
    const tried = note("tried");
    const runId = await startSteps(world, {
      instructions: `ls; echo "$PROMPT" | tail -4; test -e ${tried} || { touch ${tried} left-over; exit 3; }`,
      maxRetries: 1,
    });
    const run = await ended(world, runId);
    expect(run.status).toBe("completed");
    expect(run.steps.map(({ status }: { status: string }) => status)).toEqual(["failed", "completed"]);
    const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[1].sandboxId}`);
    expect(body.data[0].content).toContain("ended with 3");
    expect(body.data[0].content).not.toContain("left-over");
  });

  it("waits between steps while it is paused, and ends there after a graceful stop", async () => {
    const waits = `echo begun > ${note("begun")}; until test -e ${note("may-end")}; do sleep 0.1; done`;
    const runId = await startSteps(world, { instructions: waits }, { instructions: "echo never" });
    await noteOf("begun");
    await dataOf(world.api.post("/runs/pause", { runId }));
    writeFileSync(note("may-end"), "");
    await expect.poll(async () => (await detail(world, runId)).steps[0]?.status).toBe("completed");
    await dataOf(world.api.post("/runs/request-graceful-stop", { runId }));
    expect(await ended(world, runId)).toMatchObject({ status: "completed", steps: [{ status: "completed" }] });
  });

  it("interrupts an agent that can be resumed while the run is paused, and resumes its session", async () => {
    const session = `echo '!{"kind":"session","id":"s-1","canResume":true}'`;
    const script = `test -n "$RESUME" && { echo "resumed $RESUME"; exit; }; ${session}; echo > ${note("open")}; sleep 300`;
    const runId = await startSteps(world, { instructions: script });
    await expect.poll(() => existsSync(note("open"))).toBe(true);
    runner.events.length = 0;
    await dataOf(world.api.post("/runs/pause", { runId }));
    await expect
      .poll(() => runner.events.some((event) => event.kind === "doing" && event.what === "is paused"))
      .toBe(true);
    await dataOf(world.api.post("/runs/resume", { runId }));
    const run = await ended(world, runId);
    expect(run).toMatchObject({ status: "completed", steps: [{ status: "completed" }] });
    const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
    expect(body.data.at(-1).content).toBe("resumed s-1\n");
  });

  it("keeps the commits of an agent that commits by itself, on a branch of its own or behind the beginning", async () => {
    const author = "-c user.name=A -c user.email=a@example.com";
    const runId = await startSteps(
      world,
      {
        instructions: `git checkout -q -b mine; echo 1 > one; git add one; git ${author} commit -qm own; echo 2 > two`,
      },
      { instructions: `git reset -q --hard HEAD~2; echo 3 > three` },
    );
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
    const branch = `switchyard/run-${run.runNumber}-1`;
    const titles = git(world.origin, "log", "--format=%s", branch).split("\n");
    expect(titles).toEqual([expect.stringMatching("Part 2"), expect.stringMatching("Part 1"), "own", "begin"]);
    expect(git(world.origin, "ls-tree", "--name-only", branch).split("\n")).toEqual(["README.md", "three"]);
  });

  it("that names no branch of the repository fails at once, and says so", async () => {
    const empty = path.join(world.folder, "empty.git");
    git(world.folder, "init", "--quiet", "--bare", empty);
    const runId = await startSteps({ ...world, origin: empty }, { instructions: "echo" });
    expect(await ended(world, runId)).toMatchObject({ status: "failed", error: "The repository has no branch main." });
  });
});

describe("an agent", () => {
  it("asks a person for a permission and for an answer, over REST", async () => {
    const options = `[{"id":"y","name":"Allow","allows":true},{"id":"n","name":"Reject","allows":false}]`;
    const permission = `!{"kind":"permission","id":"p1","title":"Delete all?","paths":["/etc"],"options":${options}}`;
    const question = `!{"kind":"question","id":"q1","title":"Which colour?","text":"Of the door.","options":["red","blue"],"schema":null}`;
    const runId = await startSteps(world, {
      instructions: `echo '${permission}'; read a; echo "answered $a"; echo '${question}'; read b; echo "answered $b"`,
    });
    const open = async () => (await world.api.get(`/runs/questions?runId=${runId}&status=waiting`)).body.data;
    for (const [title, answer] of [
      ["Delete all?", "Reject"],
      ["Which colour?", "blue"],
    ]) {
      await expect.poll(async () => (await open()).map((one: { title: string }) => one.title)).toEqual([title]);
      const [{ id: questionId }] = await open();
      await dataOf(world.api.post("/runs/questions/answer", { questionId, answer }));
    }
    const run = await ended(world, runId);
    expect(run.status).toBe("completed");
    const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
    expect(body.data[0].content).toBe('answered "n"\nanswered "blue"\n');
    expect(runner.agent.answers.slice(-2)).toEqual([
      { id: "p1", answer: "n" },
      { id: "q1", answer: "blue" },
    ]);
  });

  it("that fails takes its open questions with it, and the next try asks again", async () => {
    const question = `!{"kind":"question","id":"q1","title":"Which colour?","text":null,"options":["red","blue"],"schema":null}`;
    const breaksOff = `test -e ${note("asked")} || { touch ${note("asked")}; until test -e ${note("seen")}; do sleep 0.1; done; exit 3; }`;
    const runId = await startSteps(world, {
      instructions: `echo '${question}'; ${breaksOff}; read b; echo "answered $b"`,
      maxRetries: 1,
    });
    const waiting = async () => (await world.api.get(`/runs/questions?runId=${runId}&status=waiting`)).body.data;
    const inbox = async () =>
      (await world.api.get("/inbox")).body.data.filter((item: { runId?: string }) => item.runId === runId).length;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [first] = await waiting();
    writeFileSync(note("seen"), "");
    await expect.poll(async () => (await waiting()).map(({ id }: { id: string }) => id)).not.toEqual([first.id]);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(await inbox()).toBe(1);
    const [second] = await waiting();
    await dataOf(world.api.post("/runs/questions/answer", { questionId: second.id, answer: "blue" }));
    const run = await ended(world, runId);
    expect([run.status, run.openQuestions, await inbox()]).toEqual(["completed", 0, 0]);
    const stepIds = run.steps.map(({ id }: { id: string }) => id);
    expect((await world.api.get(`/runs/questions?runId=${runId}`)).body.data).toMatchObject([
      { id: second.id, stepId: stepIds[1], status: "answered", answer: "blue" },
      { id: first.id, stepId: stepIds[0], status: "dismissed", answer: null },
    ]);
    expect(runner.agent.answers.at(-1)).toEqual({ id: "q1", answer: "blue" });
  });

  it("that meets a limit lets the run wait until the time that the provider names", async () => {
    const limit = `!{"kind":"limit","resetsAtMs":'$(($(date +%s) + 4))'000,"reason":"Usage limit reached."}`;
    const script = `test -e ${note("limited")} && exit; touch ${note("limited")}; echo '${limit}'; exit 1`;
    const runId = await startSteps(world, { instructions: script });
    await expect.poll(async () => (await detail(world, runId)).waiting?.reason).toBe("provider");
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
    const statuses = run.steps.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["cancelled", "completed"]);
  });

  it("has its usage recorded with the model and what the agent says that it cost", async () => {
    const used = { inputTokens: 10, outputTokens: 5, cachedTokens: 2, costUsd: 0.25 };
    const event = JSON.stringify({ kind: "usage", service: "somebody", model: "their-model", ...used });
    const run = await ended(world, await startSteps(world, { instructions: `echo '!${event}'; echo '!${event}'` }));
    expect([run.costUsd, run.steps[0].tokenUsage]).toEqual([0.5, { inputTokens: 20, outputTokens: 10 }]);
    const { data } = (await world.api.get("/analytics/usage")).body;
    const shown = { service: "somebody", model: "their-model", costSource: "agent", reportedCostUsd: 0.25 };
    expect(data.slice(0, 2)).toMatchObject([shown, shown]);
  });

  it("shows its thoughts, tools, plans and notices as messages of their kind", async () => {
    const events = [
      { kind: "thought", messageId: "t", text: "hm" },
      { kind: "tool", callId: "c", title: "Read a file", state: "running", data: {} },
      { kind: "tool", callId: "c", title: "Read a file", state: "done", data: { path: "README.md" } },
      { kind: "plan", entries: [{ text: "first", state: "done" }] },
      { kind: "notice", title: "Careful", text: "It is slow." },
    ];
    const said = events.map((event) => `echo '!${JSON.stringify(event)}'`).join("; ");
    const run = await ended(world, await startSteps(world, { instructions: said }));
    const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
    const shown = body.data.map(({ kind, title, content, data }: Record<string, unknown>) => [
      kind,
      title,
      content,
      data,
    ]);
    expect(shown).toEqual([
      ["thought", null, "hm", null],
      ["tool", "Read a file", "Read a file", { path: "README.md", state: "done" }],
      ["notice", "Careful", "It is slow.", null],
      ["plan", "Plan", "- [x] first", { entries: [{ text: "first", state: "done" }] }],
    ]);
  });
});

describe("the output of a step", () => {
  it("is checked, tried again, handed on, and kept with the commits when the run restarts from a later step", async () => {
    const outputSchema = { type: "object", properties: { n: { type: "integer", minimum: 1 } }, required: ["n"] };
    const first = `test -e ${note("second-try")} && n=7 || { touch ${note("second-try")}; n=0; }; echo kept > kept.txt`;
    const runId = await startSteps(
      world,
      { instructions: `${first}; echo '!{"kind":"output","output":{"n":'$n'}}'`, outputSchema, maxRetries: 1 },
      { instructions: `echo "$PROMPT" | grep -c '^Part 1: {"n":7}'; cat kept.txt; echo more >> more.txt` },
    );
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
    const told = run.steps.map(({ status, output }: { status: string; output: unknown }) => [status, output]);
    expect(told).toEqual([
      ["failed", null],
      ["completed", { n: 7 }],
      ["completed", null],
    ]);
    const said = async ({ sandboxId }: { sandboxId: string }) =>
      (await world.api.get(`/sandboxes/messages?id=${sandboxId}`)).body.data[0].content;
    expect(await said(run.steps[2])).toBe("1\nkept\n");

    await dataOf(world.api.post("/runs/restart", { runId, fromStep: 1 }));
    const branch = `switchyard/run-${run.runNumber}-2`;
    await expect.poll(async () => (await detail(world, runId)).status).toBe("completed");
    expect(git(world.origin, "log", "--format=%s", branch)).toMatch(/^Part 2: .*\nPart 1: .*\nbegin$/);
    expect(git(world.origin, "show", `${branch}:more.txt`)).toBe("more");
    const again = (await detail(world, runId)).steps.filter(({ attempt }: { attempt: number }) => attempt === 2);
    expect(again.map(({ keptFromAttempt }: { keptFromAttempt: number | null }) => keptFromAttempt)).toEqual([1, null]);
    expect(await said(again[1])).toBe("1\nkept\n");
  });
});

describe("a runner that stops", () => {
  it("hands its job back, and the next start of it continues after the completed steps", async () => {
    await runner.stop();
    const first = runnerIn(world, { folder: runner.folder });
    const script = `test -e ${note("taken")} && exit; echo dirty > dirty.txt; ${waitsWithChild("taken")}`;
    const runId = await startSteps(world, { instructions: "echo one > one.txt" }, { instructions: script });
    const pids = (await noteOf("taken")).split(" ").map(Number);
    await first.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    expect(first.events.filter(({ kind }) => kind === "fault")).toEqual([]);
    expect(first.events.at(-1)).toMatchObject({ kind: "ended", how: "handed back" });
    expect((await detail(world, runId)).status).toBe("pending");
    runner = runnerIn(world, { folder: runner.folder });
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
    const told = run.steps.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`);
    expect(told).toEqual(["Part 1 completed", "Part 2 cancelled", "Part 2 completed"]);
    const branch = `switchyard/run-${run.runNumber}-1`;
    expect(git(world.origin, "log", "--format=%s", branch)).toMatch(/^Part 2: .*\nPart 1: .*\nbegin$/);
    expect(git(world.origin, "ls-tree", "--name-only", branch).split("\n")).toEqual(["README.md", "one.txt"]);
    expect(git(mirrorOf(runner), "show", `refs/switchyard/kept/run-${run.runNumber}-1-1:dirty.txt`)).toBe("dirty");
  });

  it("hands its job back also when its clock is behind that of the service", async () => {
    const now = Date.now;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - 5000);
    try {
      const runId = await startSteps(world, { instructions: waitsWithChild("behind") });
      await noteOf("behind");
      await runner.stop();
      expect(runner.events.at(-1)).toMatchObject({ kind: "ended", how: "handed back" });
      expect((await detail(world, runId)).status).toBe("pending");
      await dataOf(world.api.post("/runs/cancel", { runId }));
    } finally {
      clock.mockRestore();
      runner = runnerIn(world, { folder: runner.folder });
    }
  });

  it("resumes the session of an agent that can be resumed, in the same step", async () => {
    const session = `echo '!{"kind":"session","id":"s-2","canResume":true}'`;
    const resumed = `test -n "$RESUME" && { echo "resumed $RESUME with $(cat dirty.txt)"; exit; }`;
    const script = `${resumed}; echo dirty > dirty.txt; ${session}; echo said; ${waitsWithChild("resumable")}`;
    const runId = await startSteps(world, { instructions: script });
    await noteOf("resumable");
    await expect.poll(async () => (await detail(world, runId)).steps.length).toBe(1);
    await runner.stop();
    runner = runnerIn(world, { folder: runner.folder });
    const run = await ended(world, runId);
    expect(run).toMatchObject({ status: "completed", steps: [{ status: "completed" }] });
    const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
    expect(body.data.map(({ content, status }: Record<string, string>) => [content, status])).toEqual([
      ["said\n", "complete"],
      ["resumed s-2 with dirty\n", "complete"],
    ]);
    expect(git(world.origin, "ls-tree", "--name-only", `switchyard/run-${run.runNumber}-1`)).toContain("dirty.txt");
  });
});

describe("a worktree of a failed run", () => {
  it("stays until the run is restarted or deleted, and what was changed there is kept", async () => {
    await runner.stop();
    const changes = { folder: runner.folder, push: "never" as const };
    const first = runnerIn(world, changes);
    // The process makes each commit another one. Equal commits are kept once.
    const script = `echo own > own.txt; git add .; git -c user.name=A -c user.email=a@b.c commit -qm $$; exit 3`;
    const failing = { instructions: `test -e ${note("repaired")} || { ${script}; }` };
    const runIds: string[] = [];
    for (let count = 0; count < 3; count++) runIds.push(await startSteps(world, failing));
    for (const runId of runIds) expect((await ended(world, runId)).status).toBe("failed");
    await first.stop();
    const [restarted = "", deleted = "", untouched = ""] = runIds;
    const left = () => runIds.filter((id) => existsSync(path.join(runner.folder, "worktrees", `${id}-1`)));
    expect(left()).toEqual(runIds);

    writeFileSync(note("repaired"), "");
    await dataOf(world.api.post("/runs/restart", { runId: restarted }));
    const second = runnerIn(world);
    await expect.poll(async () => (await detail(world, restarted)).status).toBe("completed");
    await second.stop();
    await dataOf(world.api.post("/runs/delete", { runId: deleted }));
    runner = runnerIn(world, { folder: runner.folder });
    await expect.poll(left).toEqual([untouched]);
    const { runNumber } = await detail(world, restarted);
    expect(git(mirrorOf(runner), "show", `refs/switchyard/kept/run-${runNumber}-1-1:own.txt`)).toBe("own");
  });
});

describe("a folder", () => {
  it("that is in the way of a worktree is put aside and not touched", async () => {
    const waits = `until test -e ${note("put")}; do sleep 0.1; done`;
    const first = await startSteps(world, { instructions: waits });
    const second = await startSteps(world, { instructions: waits });
    const third = await startSteps(world, { instructions: "echo mine > mine.txt" });
    const folder = path.join(runner.folder, "worktrees", `${third}-1`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "precious.txt"), "precious");
    writeFileSync(note("put"), "");
    for (const runId of [first, second, third]) expect((await ended(world, runId)).status).toBe("completed");
    const [aside = ""] = readdirSync(path.join(runner.folder, "quarantine"));
    expect(aside).toContain(third);
    expect(readFileSync(path.join(runner.folder, "quarantine", aside, "precious.txt"), "utf8")).toBe("precious");
    const { runNumber } = await detail(world, third);
    expect(git(world.origin, "show", `switchyard/run-${runNumber}-1:mine.txt`)).toBe("mine");
  });

  it("serves one runner at a time", async () => {
    const folder = path.join(world.folder, "taken-folder");
    const first = runnerIn(world, { folder });
    await expect.poll(() => first.events.map(({ kind }) => kind)).toContain("started");
    await expect(runnerIn(world, { folder }).stop()).rejects.toThrow(`${folder} is used by another runner`);
    await first.stop();
    await runnerIn(world, { folder }).stop();
  });
});

/** A file in which the script of an agent notes something for the test. */
function note(name: string): string {
  return path.join(world.folder, name);
}

async function noteOf(name: string): Promise<string> {
  await expect.poll(() => existsSync(note(name)) && readFileSync(note(name), "utf8").endsWith("\n")).toBe(true);
  return readFileSync(note(name), "utf8").trim();
}

/** A script that waits for long. It starts a child that also waits and ignores SIGTERM. */
function waitsWithChild(name: string): string {
  const file = note(name);
  return `(trap '' TERM; exec sleep 300) & echo "$$ $!" > ${file}.part; mv ${file}.part ${file}; wait`;
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function mirrorOf({ folder }: TestRunner): string {
  const mirrors = path.join(folder, "repositories");
  const name = readdirSync(mirrors).find((name) => name.startsWith("origin-")) ?? "";
  return path.join(mirrors, name);
}
