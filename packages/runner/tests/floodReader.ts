// Reads a flood of an agent slowly, and prints what came and by how many MB the memory grew. Each measurement has a
// process of its own: one that has been large once stays large.
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AgentEvent } from "../src/agents/agent";
import type { Action } from "./agentSessions";
import { startFake } from "./agentSessions";

const [, , worktree = ".", state = ".", action = "{}"] = process.argv;
/** The program is beside the sources, and this file is bundled elsewhere. */
const command = [process.execPath, path.resolve("packages/runner/tests/fakeAgent.mjs")];
/** As agents have them outside of tests. */
const bounds = { startMs: 50_000, silenceMs: null, cancelMs: 300, maxMessageBytes: 16_000_000 };
const session = startFake([JSON.parse(action) as Action], { worktree, state }, { bounds, command });
const before = process.memoryUsage.rss();
await pause(2000);
let largest = process.memoryUsage.rss() - before;
let characters = 0;
let count = 0;
let last: AgentEvent | undefined;
for await (const event of session.events) {
  if (event.kind === "text") characters += event.text.length;
  count += 1;
  last = event;
  if (count % 20 === 0) largest = Math.max(largest, process.memoryUsage.rss() - before);
}
console.log(JSON.stringify({ characters, count, last, grownMb: largest / 1e6 }));
