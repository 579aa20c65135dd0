// An agent for tests: the instructions of a step are a script of the shell, which runs in the worktree. Its output is
// what the agent says. Lines `!{...}` are events of the agent, as JSON.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Agent, AgentEvent, AgentSession, Workspace, Task } from "../../packages/runner/src/agents/agent";

export interface ScriptedAgent extends Agent {
  /** Chooses another script than the instructions of the task. */
  scriptOf: ((task: Task) => string | null) | null;
  /** What was asked of the agent, in order. */
  readonly tasks: (Task & Workspace)[];
  readonly answers: { id: string; answer: unknown }[];
}

export function scriptedAgent(name = "scripted"): ScriptedAgent {
  const tasks: (Task & Workspace)[] = [];
  const answers: { id: string; answer: unknown }[] = [];
  return {
    name,
    tasks,
    answers,
    scriptOf: null,
    findFault: () => Promise.resolve(null),
    start(task, place) {
      tasks.push({ ...task, ...place });
      const script = this.scriptOf?.(task) ?? place.env["SWITCHYARD_INSTRUCTIONS"] ?? "";
      return startScript(script, task, place, answers);
    },
  };
}

function startScript(
  script: string,
  task: Task,
  place: Workspace,
  answers: { id: string; answer: unknown }[],
): AgentSession {
  const env = { PATH: process.env["PATH"], ...place.env, PROMPT: task.prompt, RESUME: task.resume?.sessionId ?? "" };
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: place.worktree,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  let isCancelled = false;
  const killGroup = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // The group has ended.
    }
  };

  async function* events(): AsyncGenerator<AgentEvent> {
    let output: unknown = null;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("!")) {
        const event = JSON.parse(line.slice(1)) as AgentEvent | { kind: "output"; output: unknown };
        if (event.kind === "output") output = event.output;
        else yield event;
      } else yield { kind: "text", messageId: "said", text: `${line}\n` };
    }
    const code = await closed;
    killGroup();
    if (isCancelled) yield { kind: "end", outcome: "cancelled", reason: null, output: null };
    else if (code === 0) yield { kind: "end", outcome: "completed", reason: null, output };
    else yield { kind: "end", outcome: "failed", reason: `ended with ${code}`, output: null };
  }

  return {
    events: events(),
    answer: (id, answer) => {
      answers.push({ id, answer });
      child.stdin.write(`${JSON.stringify(answer)}\n`);
    },
    say: (text) => child.stdin.write(`${text}\n`),
    cancel: async () => {
      isCancelled = true;
      killGroup();
      await closed;
    },
  };
}
