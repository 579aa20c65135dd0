// Without isolation a shell sets the variables of the agent at the last moment. So what a project says about the loader
// or about shells (LD_PRELOAD, ENV) counts for the agent and not for a program of the runner.
import { toolEnvironment } from "../process/environment";
import type { IsolatedInvocation, Invocation } from "./contract";

const script = `. /dev/fd/4; exec 4<&-; exec "$@"`;

export function withoutIsolation({ file, args, env }: Invocation): IsolatedInvocation {
  return {
    file: "/bin/sh",
    args: ["-c", script, "sh", file, ...args],
    env: toolEnvironment(),
    handedOver: Object.entries(env).map(assignment).join(""),
    cleanUp: () => Promise.resolve(),
  };
}

/** A shell has no other names, and some of its own (UID, OPTIND) do not take every value: those are left out. */
function assignment([name, value]: [string, string]): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return "";
  return `command export ${name}='${value.replaceAll("'", String.raw`'\''`)}' 2>/dev/null\n`;
}
