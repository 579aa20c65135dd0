import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { findProgram } from "../process/findProgram";
import { gitFolders } from "./gitFolders";
import type { Enclosed, Invocation, IsolationSettings } from "./contract";
import { Refused } from "./contract";

const execute = promisify(execFile);
const answerMs = 10_000;
/** These variables describe the machine of the runner. The image has its own. */
const ofTheMachine = new Set(["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR"]);

/** The agent runs in a container of its own, which sees the worktree, its repository and what the settings name. */
export async function inDocker(invocation: Invocation, settings: IsolationSettings): Promise<Enclosed> {
  const { env } = invocation;
  const docker = await livingDocker(invocation);
  if (settings.dockerImage === null) {
    throw new Refused("isolation is docker, but dockerImage is missing. Name an image that holds the agent.");
  }
  const container = `switchyard-${randomUUID()}`;
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  const limits = [
    "--network",
    settings.network,
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--user",
    user,
  ];
  const run = ["run", "--rm", "--interactive", "--init", "--name", container, "--workdir", invocation.worktree];
  const args = [
    ...run,
    ...limits,
    ...(await mounts(invocation, settings)),
    // A name without a value is read from the environment, so that no value is in the list of processes.
    ...Object.keys(env).flatMap((name) => (ofTheMachine.has(name) ? [] : ["--env", name])),
    settings.dockerImage,
    invocation.file,
    ...invocation.args,
  ];
  return {
    file: docker,
    args,
    env,
    // Killing the client leaves the container running.
    cleanUp: async () => {
      await execute(docker, ["rm", "--force", container], { env, timeout: answerMs }).catch(() => {});
    },
  };
}

async function livingDocker({ env, worktree }: Invocation): Promise<string> {
  const docker = await findProgram("docker", env["PATH"] ?? "", worktree);
  if (docker === null) {
    throw new Refused(
      "isolation is docker, but the program docker was not found. Install it, or set another isolation.",
    );
  }
  await execute(docker, ["version", "--format", "{{.Server.Version}}"], { env, timeout: answerMs }).catch(() => {
    throw new Refused("isolation is docker, but its daemon does not answer. Start it, or set another isolation.");
  });
  return docker;
}

/** Docker refuses to mount what does not exist, such as the folder of an agent that was never started. */
async function mounts({ worktree, writable }: Invocation, settings: IsolationSettings): Promise<string[]> {
  const git = await gitFolders(worktree);
  const changed = [...settings.writable, ...git.writable, ...writable, worktree];
  return [
    ...[...settings.readable, ...git.readable].filter(existsSync).flatMap((place) => volume(place, true)),
    ...changed.filter(existsSync).flatMap((place) => volume(place, false)),
    ...git.protected.filter(existsSync).flatMap((place) => volume(place, true)),
  ];
}

function volume(place: string, isReadOnly: boolean): string[] {
  return ["--mount", `type=bind,source=${place},target=${place}${isReadOnly ? ",readonly" : ""}`];
}
