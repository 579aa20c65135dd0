// What has killed git was outside of it, for instance the system when memory was short. That says nothing about a
// repository, and the same command goes through when it is given again.

/** Not a `GitError`: nobody may take it for an answer, or for a repository that cannot be used. */
export class GitKilledError extends Error {
  constructor(command: string, code: number | null, signal: NodeJS.Signals | null) {
    super(`git ${command} was killed by ${signal ?? `signal ${(code ?? 0) - wrapped}`}.`);
  }
}

const fromOutside: ReadonlySet<NodeJS.Signals> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);
/** What isolates, and a shell, end with these when the program inside was killed. git itself ends with 129. */
const wrapped = 128;
const codesOfWrappers: ReadonlySet<number> = new Set([wrapped + 2, wrapped + 9, wrapped + 15]);

/** A signal such as SIGSEGV is git's own, and the repository may be the cause. */
export function wasKilledFromOutside(code: number | null, signal: NodeJS.Signals | null): boolean {
  return (signal !== null && fromOutside.has(signal)) || (code !== null && codesOfWrappers.has(code));
}

/** Does what can be repeated once more when git was killed: otherwise an agent might have to do its work again. */
export async function retryIfKilled<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitKilledError)) throw error;
    return await work();
  }
}
