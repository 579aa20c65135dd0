import { absolutePath } from "./findProgram";

/** What programs need to find their files and to speak the user's language. None of these holds a secret. */
const alwaysPassed = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TERM",
  "TMPDIR",
];

/** Marks every process of an agent, so that those which leave its process group are found as well. */
export const worktreeVariable = "SWITCHYARD_WORKTREE";

/**
 * Returns the environment of an agent: nothing of the runner's own but what is listed above and what `passed` names,
 * and then `set` in this order.
 */
export function agentEnvironment(
  own: NodeJS.ProcessEnv,
  passed: readonly string[],
  ...set: readonly Record<string, string>[]
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...alwaysPassed, ...passed]) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  return Object.assign(environment, ...set) as Record<string, string>;
}

/**
 * Returns the environment of a program that the runner itself uses, such as `du` or what isolates agents: it needs no
 * secret either, nothing of a project, and it finds no program in the folder where it happens to run.
 */
export function toolEnvironment(): Record<string, string> {
  return { ...agentEnvironment(process.env, []), PATH: absolutePath(process.env["PATH"]) };
}
