// Runs a command and everything that it starts as one process group. The group ends as a whole, at the latest with the
// runner.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Milliseconds between asking a process group to end (SIGTERM) and killing it (SIGKILL). */
const graceMs = 2000;
// The shell's first child waits until a pipe closes that the runner holds. However the runner ends, the pipe closes and
// that child kills the group.
const onLeash = `exec 3<&0 </dev/null; (read -r end <&3; kill -s KILL 0) >/dev/null 2>&1 & exec 3<&-; eval "\${RUNNER_COMMAND:?}"`;

type Listener = (text: string) => void;

/** Runs the command. Returns null, or a text that says how it failed. */
export async function execute(folder: string, env: NodeJS.ProcessEnv, end: AbortSignal, onOutput: Listener) {
  const child = spawn("/bin/sh", ["-c", onLeash], { cwd: folder, env, detached: true });
  let kill: NodeJS.Timeout | undefined;
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has no process left.
    }
  };
  const stop = () => {
    signalGroup("SIGTERM");
    kill = setTimeout(() => signalGroup("SIGKILL"), graceMs);
  };
  end.addEventListener("abort", stop);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
  // When a command ends by itself, processes that it left behind are killed at once. When it was stopped, each process
  // has its time of grace.
  child.once("exit", () => end.aborted || signalGroup("SIGKILL"));
  await once(child, "close");
  end.removeEventListener("abort", stop);
  clearTimeout(kill);
  signalGroup("SIGKILL");
  if (end.aborted) return "took too long";
  return child.exitCode === 0 ? null : `ended with ${child.exitCode ?? child.signalCode}`;
}
