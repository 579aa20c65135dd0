import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { toolEnvironment } from "../process/environment";
import type { IsolatedInvocation, Invocation, IsolationSettings } from "./contract";
import { IsolationError } from "./contract";

const execute = promisify(execFile);
const answerMs = 10_000;
/** These variables describe the machine of the runner. The image has its own. */
const ofTheMachine = new Set(["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR"]);
/** How the client finds its daemon and signs in there. Only the runner's own values count. */
const ofTheClient = /^(DOCKER_|XDG_RUNTIME_DIR$|SSH_AUTH_SOCK$)/;
/** The client reads no longer lines. */
const maxLine = 60_000;

/** The agent runs in a container of its own, which sees the worktree, its repository and what the settings name. */
export async function inDocker(
  docker: string,
  invocation: Invocation,
  settings: IsolationSettings,
): Promise<IsolatedInvocation> {
  if (!(await dockerAnswers(docker))) {
    throw new IsolationError(
      "isolation is docker, but its daemon does not answer. Start it, or set another isolation.",
    );
  }
  if (settings.dockerImage === null) {
    throw new IsolationError("isolation is docker, but dockerImage is missing. Name an image that holds the agent.");
  }
  const { ofFile, ofClient } = variablesOf(invocation.env);
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
    ...mounts(invocation, settings),
    "--env-file",
    "/dev/fd/4",
    // A name without a value is read from the environment, so that no value is in the list of processes.
    ...ofClient.flatMap(([name]) => ["--env", name]),
    settings.dockerImage,
    invocation.file,
    ...invocation.args,
  ];
  const env = { ...clientEnvironment(), ...Object.fromEntries(ofClient) };
  return {
    file: docker,
    args,
    env,
    handedOver: ofFile.map(([name, value]) => `${name}=${value}\n`).join(""),
    // Killing the client leaves the container running.
    cleanUp: async () => {
      await execute(docker, ["rm", "--force", container], { cwd: "/", env, timeout: answerMs }).catch(() => {});
    },
  };
}

/** Whether there is a daemon behind the client. */
export async function dockerAnswers(docker: string): Promise<boolean> {
  const asked = ["version", "--format", "{{.Server.Version}}"];
  return await execute(docker, asked, { cwd: "/", env: clientEnvironment(), timeout: answerMs }).then(
    () => true,
    () => false,
  );
}

function clientEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => ofTheClient.test(name));
  return { ...toolEnvironment(), ...(Object.fromEntries(own) as Record<string, string>) };
}

/**
 * Splits the variables of the agent. Were all of them in the client's own environment, a project could choose its
 * daemon. Those of the runner's own names may be there, and their values may have several lines.
 */
function variablesOf(env: Record<string, string>): { ofFile: Variable[]; ofClient: Variable[] } {
  const inside = Object.entries(env).filter(([name]) => !ofTheMachine.has(name));
  const ofClient = inside.filter(([name]) => name.startsWith("SWITCHYARD_"));
  const ofFile = inside.filter(([name]) => !name.startsWith("SWITCHYARD_"));
  for (const [name, value] of ofFile) {
    if (!/[\r\n]/.test(value) && name.length + value.length < maxLine) continue;
    throw new IsolationError(
      `isolation is docker, which takes no variable of several lines or of 60 kB, such as ${name}.`,
    );
  }
  return { ofFile, ofClient };
}

type Variable = [name: string, value: string];

/** Docker refuses to mount what does not exist, such as the folder of an agent that was never started. */
function mounts({ worktree, writable }: Invocation, settings: IsolationSettings): string[] {
  const changed = [...settings.writable, ...writable, worktree];
  return [
    ...settings.readable.filter(existsSync).flatMap((place) => volume(place, true)),
    ...changed.filter(existsSync).flatMap((place) => volume(place, false)),
  ];
}

function volume(place: string, isReadOnly: boolean): string[] {
  return ["--mount", `type=bind,source=${place},target=${place}${isReadOnly ? ",readonly" : ""}`];
}
