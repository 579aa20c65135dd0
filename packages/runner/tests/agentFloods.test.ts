// An agent that writes without end waits for the reader of its events, and an agent without a runner ends.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../src/agents/agent";
import { findProcesses } from "../src/agents/process/processes";
import { expectWithin } from "../../../tests/support/measuredLimit";
import { cancelled, completed, ofKind, read, startFake, useWorkplace } from "./agentSessions";

const workplace = useWorkplace();
const root = fileURLToPath(new URL("../../..", import.meta.url));

const flood = { count: 20_000, size: 10_000 };
const floodAction = { flood: flood.count, size: flood.size };

interface Flood {
  characters: number;
  count: number;
  last: AgentEvent;
  grownMb: number;
}

async function readFlood(action: object): Promise<Flood> {
  const { worktree, state } = workplace;
  const args = ["scripts/run.mjs", "packages/runner/tests/floodReader.ts", worktree, state, JSON.stringify(action)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as Flood;
}

describe("a flood", () => {
  it("of 200 MB waits for a slow reader, takes little memory, and arrives whole", async () => {
    const { characters, last, grownMb } = await readFlood(floodAction);
    expect(last).toEqual(completed);
    expect(characters).toBe(flood.count * flood.size);
    expectWithin(150, grownMb, "MB by which memory grew");
  });

  it("of tool calls with titles of 12 MB leaves no more behind than their beginnings", async () => {
    const { count, last, grownMb } = await readFlood({ floodOfTools: 80, size: 12_000_000 });
    expect(last).toEqual(completed);
    expect(count).toBe(82);
    expectWithin(500, grownMb, "MB by which memory grew");
  });

  it("does not delay that the agent is cancelled", async () => {
    const session = startFake([floodAction, floodAction, floodAction], workplace);
    await pause(500);
    const beganAt = Date.now();
    await session.cancel();
    expectWithin(5000, Date.now() - beganAt, "milliseconds until the agent was stopped");
    const events = await read(session);
    expect(events.at(-1)).toEqual(cancelled);
    expect(ofKind(events, "text").length).toBeLessThan(flood.count);
  });
});

describe("an agent whose runner is killed", () => {
  it("ends with it, and all that it started in its group", async () => {
    const { worktree } = workplace;
    const args = ["scripts/run.mjs", "packages/runner/tests/lonelyRunner.ts", worktree];
    const runner = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    await once(runner.stdout, "data");
    expect((await findProcesses(null, worktree)).length).toBeGreaterThan(1);
    runner.kill("SIGKILL");
    await expect.poll(() => findProcesses(null, worktree), { timeout: 10_000 }).toEqual([]);
  });
});
