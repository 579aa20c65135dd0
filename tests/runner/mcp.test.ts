// Agents of runs that a real runner executes call the service over the Model Context Protocol: one over ACP with the
// official client, and a command with its variables. Each gets a token of its run alone, which nobody else sees.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Action } from "../../packages/runner/tests/agentSessions";
import { isTried } from "../../packages/runner/tests/isolated";
import { rootDirectory } from "../../scripts/settings";
import { bearer, dataOf } from "../support/fixtures";
import { ended, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

const shellAgent = { kind: "command" as const, command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] };

let world: World;
let runner: TestRunner;

beforeAll(async () => {
  world = await makeWorld();
  const program = path.join(rootDirectory, "packages/runner/tests/fakeAgent.mjs");
  const start = `FAKE_AGENT="$SWITCHYARD_INSTRUCTIONS" exec "$0" "$1"`;
  const env = { FAKE_AGENT_STATE: world.folder, FAKE_AGENT_MCP: "http" };
  const agents = {
    acp: { kind: "acp" as const, command: ["/bin/sh", "-c", start, process.execPath, program], env },
    shell: shellAgent,
  };
  runner = runnerIn(world, { agents, agent: "acp", agentFor: { steps: { Shell: "shell" }, roles: {}, workflows: {} } });
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
});

const started = (...actions: Action[]) => startSteps(world, { instructions: JSON.stringify([actions]) });
const messages = async (run: { steps: { sandboxId: string }[] }) =>
  JSON.stringify((await world.api.get(`/sandboxes/messages?id=${run.steps[0]?.sandboxId}`)).body);

/** What the fake agents have written down, each line as an object. */
const seen = () =>
  readFileSync(path.join(world.folder, "seen.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { called?: string; answer?: Record<string, unknown>; isError?: boolean });

describe("an agent that speaks ACP", () => {
  it("files an issue, finds a learning and gets the answer of a person, by the tools that its run has", async () => {
    const { id } = await dataOf(world.api.post("/learnings/create", { description: "Pademelons hop." }));
    await dataOf(world.api.post("/learnings/update-status", { learningId: id, status: "approved" }));
    const question = { title: "Which colour?", options: ["red", "blue"] };
    const runId = await started(
      { mcp: "issues_create", arguments: { title: "Too slow" } },
      { mcp: "learnings_search", arguments: { search: "Pademelons" } },
      { mcp: "runs_cancel", arguments: {} },
      { mcp: "questions_ask", arguments: question },
    );
    const waiting = async () => await dataOf(world.api.get(`/runs/questions?runId=${runId}&status=waiting`));
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [asked] = await waiting();
    await dataOf(world.api.post("/runs/questions/answer", { questionId: asked.id, answer: "blue" }));
    const run = await ended(world, runId);
    expect([run.status, run.error]).toEqual(["completed", null]);
    expect(asked).toMatchObject({ ...question, stepId: run.steps[0].id });
    const calls = seen().filter(({ called }) => called !== undefined);
    expect(calls).toMatchObject([
      { called: "issues_create", isError: false, answer: { title: "Too slow", status: "open" } },
      { called: "learnings_search", isError: false, answer: { data: [{ id }] } },
      { called: "runs_cancel", isError: true },
      { called: "questions_ask", isError: false, answer: { id: asked.id, status: "answered", answer: "blue" } },
    ]);
    const entries = await dataOf(world.api.get(`/audit-log?actor=${runId}`));
    expect(entries).toMatchObject([{ action: "issues.create", actor: { name: `Agent of run ${run.runNumber}` } }]);
  });

  it.each([[3], [50], [100_000]])("shows nobody its token when it says it in pieces of %i characters", async (size) => {
    const run = await ended(world, await started({ sayServers: size, id: "said" }));
    expect(run.status).toBe("completed");
    const shown = await messages(run);
    expect(shown).toContain("Bearer ***");
    expect(shown).not.toContain("svc_agent_");
  });
});

describe("a command", () => {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "issues_create", arguments: { title: "From a shell" } },
  };
  const call = `
    const { SWITCHYARD_MCP_URL: url, SWITCHYARD_MCP_TOKEN: token } = process.env;
    const init = { method: "POST", headers: { Authorization: "Bearer " + token }, body: JSON.stringify(${JSON.stringify(body)}) };
    fetch(url, init).then((answer) => answer.text()).then(console.log);`;
  const instructions = `"${process.execPath}" -e '${call}'; env | grep SWITCHYARD_MCP; cat /proc/self/cmdline`;
  const issues = async () =>
    (await dataOf(world.api.get("/issues/list"))).filter(({ title }: { title: string }) => title === "From a shell");

  it("calls a tool with its variables, and its token is masked, and worth nothing when the run is over", async () => {
    const kept = path.join(world.folder, "kept");
    const script = `${instructions}; printf %s "$SWITCHYARD_MCP_TOKEN" > ${kept}`;
    const run = await ended(world, await startSteps(world, { name: "Shell", instructions: script }));
    expect([run.status, run.error]).toEqual(["completed", null]);
    expect(await issues()).toHaveLength(1);
    const shown = await messages(run);
    expect(shown).toContain(`SWITCHYARD_MCP_URL=${world.engine.httpUrl}/mcp`);
    expect(shown).toContain("SWITCHYARD_MCP_TOKEN=***");
    const token = readFileSync(kept, "utf8");
    expect(token).toMatch(/^svc_agent_/);
    expect(JSON.stringify([shown, run, runner.events])).not.toContain(token);
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const init = { method: "POST", headers: bearer(token), body: JSON.stringify(message) };
    expect((await fetch(`${world.engine.httpUrl}/mcp`, init)).status).toBe(401);
  });

  it.skipIf(!isTried)("has the service in bubblewrap, and not without a network", async () => {
    await runner.stop();
    const cutOff = { ...shellAgent, network: "none" as const };
    const agentFor = { steps: { Shell: "shell", "Cut off": "cutOff" }, roles: {}, workflows: {} };
    const agents = { shell: shellAgent, cutOff };
    const isolated = runnerIn(world, { agents, agent: "shell", agentFor, isolation: "bubblewrap" });
    try {
      const before = (await issues()).length;
      const run = await ended(world, await startSteps(world, { name: "Shell", instructions }));
      expect([run.status, (await issues()).length]).toEqual(["completed", before + 1]);
      const script = `env | grep ^SWITCHYARD_MCP || echo nothing`;
      const alone = await ended(world, await startSteps(world, { name: "Cut off", instructions: script }));
      expect(alone.status).toBe("completed");
      expect(await messages(alone)).toContain('"content":"nothing\\n"');
    } finally {
      await isolated.stop();
    }
  });
});
