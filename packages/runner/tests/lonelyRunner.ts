// Starts a command that stays, and says so. A test kills this process.
import { createAgent } from "../src/agents/createAgent";

const [, , worktree = "."] = process.argv;
const command = ["/bin/sh", "-c", "trap '' TERM; sleep 1000 & echo ready; sleep 1000"];
const agent = createAgent(
  "lonely",
  { kind: "command", command },
  { permissions: "deny", passEnv: [], silenceMs: null },
);
const task = { prompt: "", resume: null, model: null, thinkingEffort: null, outputSchema: null, timeLimitMs: null };
for await (const { kind } of agent.start(task, {
  worktree,
  readable: [],
  env: {},
  isolation: { kind: "none" },
  temporary: worktree,
}).events)
  console.log(kind);
