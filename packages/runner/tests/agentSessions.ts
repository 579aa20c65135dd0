import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";
import type { AgentEvent, AgentSession, Workspace, Task } from "../src/agents/agent";
import { AcpSession } from "../src/agents/acp/session";
import type { AcpSettings } from "../src/agents/acp/settings";
import { findProcesses } from "../src/agents/process/processes";

const program = fileURLToPath(new URL("fakeAgent.mjs", import.meta.url));

/** An action of `fakeAgent.mjs`. */
export type Action = Record<string, unknown>;
type Kind<Name extends AgentEvent["kind"]> = Extract<AgentEvent, { kind: Name }>;

export interface Workplace {
  worktree: string;
  /** Where the fake agent keeps its sessions and what it has seen. */
  state: string;
}

/**
 * Makes a worktree and a folder for the fake agent before each test, and removes them after it. A test fails if it
 * leaves a process of an agent behind.
 */
export function useWorkplace(): Workplace {
  const place = { worktree: "", state: "" };
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "switchyard-agents-"));
    place.worktree = mkdtempSync(path.join(folder, "worktree-"));
    place.state = mkdtempSync(path.join(folder, "state-"));
  });
  afterEach(async () => {
    const left = await processesOf(place);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`Processes of the agent are left: ${left.join(", ")}.`);
  });
  return place;
}

export const plainTask: Task = {
  prompt: "Do it.",
  resume: null,
  model: null,
  thinkingEffort: null,
  outputSchema: null,
  timeLimitMs: null,
};

export function placeOf({ worktree }: Workplace, isolation: Workspace["isolation"] = { kind: "none" }): Workspace {
  return { worktree, readable: [], env: {}, isolation, temporary: path.join(path.dirname(worktree), "temporary") };
}

/** Settings of an ACP agent that says what the turns say, with times that are short enough for a test. */
export function fakeAgent(turns: Action[][], { state }: Workplace, env: Record<string, string> = {}): AcpSettings {
  return {
    name: "fake",
    command: [process.execPath, program],
    install: null,
    service: "anthropic",
    surroundings: {
      passed: [],
      env: { FAKE_AGENT: JSON.stringify(turns), FAKE_AGENT_STATE: state, ...env },
      isolation: { readable: [path.dirname(program)], writable: [state], network: "host", dockerImage: null },
      grace: { closeMs: 100, termMs: 300, killMs: 3000 },
    },
    permissions: { mode: "allow-in-worktree", alsoAllow: [] },
    offersFiles: false,
    bounds: { startMs: 50_000, silenceMs: null, cancelMs: 300, maxMessageBytes: 1_000_000 },
  };
}

/** Starts the agent with one turn and these actions. */
export function startFake(actions: Action[], workplace: Workplace, changes: Partial<AcpSettings> = {}): AgentSession {
  return new AcpSession({ ...fakeAgent([actions], workplace), ...changes }, plainTask, placeOf(workplace));
}

/** Reads a session to its end. `onEvent` answers questions. */
export async function read(
  session: AgentSession,
  onEvent: (event: AgentEvent) => void = () => {},
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session.events) {
    events.push(event);
    onEvent(event);
  }
  return events;
}

/** Returns the events without the first, which names the session with the id of a process. */
export async function readAfterSession(session: AgentSession, onEvent?: (event: AgentEvent) => void) {
  const [first, ...rest] = await read(session, onEvent);
  if (first?.kind !== "session") throw new Error(`The first event is ${JSON.stringify(first)}.`);
  return rest;
}

export function ofKind<Name extends AgentEvent["kind"]>(events: readonly AgentEvent[], kind: Name): Kind<Name>[] {
  return events.filter((event): event is Kind<Name> => event.kind === kind);
}

/** What the fake agent has seen: what it was offered and what was answered. */
export function seenBy({ state }: Workplace): Record<string, unknown>[] {
  const lines = readFileSync(path.join(state, "seen.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The prompts that each session of the fake agent has got. */
export function promptsTo({ state }: Workplace): string[][] {
  const sessions = readdirSync(state).filter((name) => name.startsWith("fake-"));
  return sessions.map((name) => (JSON.parse(readFileSync(path.join(state, name), "utf8")) as Session).prompts);
}

interface Session {
  prompts: string[];
}

/** Returns the processes that carry the mark of the worktree. */
function processesOf({ worktree }: Workplace): Promise<number[]> {
  return findProcesses(null, worktree);
}

export const completed: AgentEvent = { kind: "end", outcome: "completed", reason: null, output: null };
export const cancelled: AgentEvent = { kind: "end", outcome: "cancelled", reason: null, output: null };
export function failedWith(reason: unknown): AgentEvent {
  return { kind: "end", outcome: "failed", reason: reason as string, output: null };
}
