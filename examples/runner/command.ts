// A command with everything that it starts, as a process group: it ends as a whole, and not later than the runner.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Between asking a group to end and ending it. */
const graceMs = 2000;
// The shell's first child waits for the end of a pipe that the runner holds. However the runner ends, the pipe does,
// too, and with it the group.
const onLeash = `exec 3<&0 </dev/null; (read -r end <&3; kill -s KILL 0) >/dev/null 2>&1 & exec 3<&-; eval "\${RUNNER_COMMAND:?}"`;

type Listener = (text: string) => void;

/** Gives null, or in what way the command did not succeed. */
export async function execute(folder: string, env: NodeJS.ProcessEnv, end: AbortSignal, onOutput: Listener) {
  const child = spawn("/bin/sh", ["-c", onLeash], { cwd: folder, env, detached: true });
  let kill: NodeJS.Timeout | undefined;
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Nobody is left in it.
    }
  };
  const stop = () => {
    signalGroup("SIGTERM");
    kill = setTimeout(() => signalGroup("SIGKILL"), graceMs);
  };
  end.addEventListener("abort", stop);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
  // What a command that is over leaves behind ends with it; in one that was stopped, each process has its time of
  // grace.
  child.once("exit", () => end.aborted || signalGroup("SIGKILL"));
  await once(child, "close");
  end.removeEventListener("abort", stop);
  clearTimeout(kill);
  signalGroup("SIGKILL");
  if (end.aborted) return "took too long";
  return child.exitCode === 0 ? null : `ended with ${child.exitCode ?? child.signalCode}`;
}
