// An agent that writes without end waits for whoever reads its events, and an agent without a runner ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../src/agents/agent";
import { livingProcesses } from "../src/agents/process/living";
import { expectWithin } from "../../../tests/support/measuredLimit";
import { cancelled, completed, ofKind, read, startFake, useWorkplace } from "./agentSessions";

const workplace = useWorkplace();
const root = fileURLToPath(new URL("../../..", import.meta.url));

const flood = { count: 20_000, size: 10_000 };
const floodAction = { flood: flood.count, size: flood.size };

describe("a flood", () => {
  it("of 200 MB waits for a slow reader, takes little memory, and arrives whole", async () => {
    const session = startFake([floodAction], workplace);
    global.gc?.();
    const before = process.memoryUsage.rss();
    await pause(2000);
    const events = session.events[Symbol.asyncIterator]();
    let characters = 0;
    let largest = 0;
    let last: AgentEvent | undefined;
    for (let count = 0; ; count++) {
      const { value, done } = await events.next();
      if (done === true) break;
      if (value.kind === "text") characters += value.text.length;
      last = value;
      if (count % 1000 === 0) largest = Math.max(largest, process.memoryUsage.rss() - before);
    }
    expect(last).toEqual(completed);
    expect(characters).toBe(flood.count * flood.size);
    expectWithin(150, largest / 1e6, "MB by which memory grew");
  });

  it("does not delay that the agent is cancelled", async () => {
    const session = startFake([floodAction, floodAction, floodAction], workplace);
    await pause(500);
    const beganAt = Date.now();
    await session.cancel();
    expectWithin(5000, Date.now() - beganAt, "milliseconds until the agent was ended");
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
    expect((await livingProcesses(null, worktree)).length).toBeGreaterThan(1);
    runner.kill("SIGKILL");
    await expect.poll(() => livingProcesses(null, worktree), { timeout: 10_000 }).toEqual([]);
  });
});
