// A real agent, as people install it, and the runner's own client. It needs the package registry, but no account: an
// agent says what it can do before anybody has signed in.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../../packages/runner/src/agents/acp/clientHandlers";
import { createMessageStream } from "../../packages/runner/src/agents/acp/messageStream";
import { OpenRequests } from "../../packages/runner/src/agents/acp/openRequests";
import { initialize } from "../../packages/runner/src/agents/acp/openSession";
import { AcpSession } from "../../packages/runner/src/agents/acp/session";
import type { AcpSettings } from "../../packages/runner/src/agents/acp/settings";
import { ToolCalls } from "../../packages/runner/src/agents/acp/toolCalls";
import type { AgentEvent, Workspace } from "../../packages/runner/src/agents/agent";
import { launch } from "../../packages/runner/src/agents/process/launch";
import { plainTask } from "../../packages/runner/tests/agentSessions";

/** Several agents with a preset run on Node 20. This one has the smallest package. */
const agentPackage = "@google/gemini-cli@0.61.0";
const installMs = 40_000;

let folder: string;
let place: Workspace;
let settings: AcpSettings;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-agent-"));
  const [home, worktree] = [path.join(folder, "home"), path.join(folder, "worktree")];
  for (const one of [home, worktree]) mkdirSync(one);
  await install();
  place = { worktree, readable: [], env: {}, isolation: { kind: "none" }, temporary: folder };
  settings = {
    name: "gemini",
    command: [path.join(folder, "node_modules/.bin/gemini"), "--acp"],
    install: null,
    service: "google",
    surroundings: {
      passed: [],
      env: { HOME: home },
      isolation: { readable: [], writable: [], network: "host", dockerImage: null },
      grace: { closeMs: 1000, termMs: 1000, killMs: 3000 },
    },
    permissions: { mode: "deny", alsoAllow: [] },
    offersFiles: false,
    bounds: { startMs: 30_000, silenceMs: null, cancelMs: 1000, maxMessageBytes: 10_000_000 },
  };
}, installMs + 5000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Its optional packages are programs for its terminal, and no script of a package runs. */
async function install(): Promise<void> {
  const flags = ["--no-save", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
  const args = ["install", "--prefix", folder, ...flags, agentPackage];
  await promisify(execFile)("npm", args, { cwd: folder, timeout: installMs }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${agentPackage} could not be installed. This proof needs the package registry: ${reason}`);
  });
}

it("answers with its protocol version and what it can do", async () => {
  const process = await launch(settings.surroundings, place, {
    ...settings,
    env: {},
    joinsErrors: false,
    writable: [],
  });
  const requests = new OpenRequests(
    () => {},
    () => {},
  );
  const { worktree } = place;
  const served = { settings, worktree, calls: new ToolCalls(), requests, push: () => {}, onUpdate: () => {} };
  const reading = { maxMessageBytes: settings.bounds.maxMessageBytes, waitForSpace: async () => {}, onBytes: () => {} };
  const connection = createClient(served).connect(createMessageStream(process, reading));
  try {
    const answer = await initialize(connection.agent, false);
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "gemini-cli", version: "0.61.0" },
      agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true } },
    });
    expect(answer.authMethods?.map(({ id }) => id)).toContain("gemini-api-key");
  } finally {
    await process.close();
    connection.close();
  }
}, 30_000);

it("ends a task and says that nobody is signed in", async () => {
  const events: AgentEvent[] = [];
  for await (const event of new AcpSession(settings, plainTask, place).events) events.push(event);
  expect(events).toEqual([
    { kind: "end", outcome: "failed", reason: expect.stringMatching(/sign/i) as string, output: null },
  ]);
}, 30_000);
