export interface IsolationSettings {
  /** Files and folders that the agent may read besides the worktree and the system's programs. */
  readable: readonly string[];
  /** Files and folders that the agent may change besides the worktree, such as its own folder of settings. */
  writable: readonly string[];
  /** `none` has no network at all, not even the loopback address of the machine. */
  network: "host" | "none";
  /** The image for `docker`, which must hold the agent. */
  dockerImage: string | null;
}

/** A program as it would run without isolation. */
export interface Invocation {
  file: string;
  args: readonly string[];
  worktree: string;
  env: Record<string, string>;
  /** Files of this step that the program writes, outside of the worktree. */
  writable: readonly string[];
}

export interface Enclosed {
  file: string;
  args: readonly string[];
  env: Record<string, string>;
  cleanUp: () => Promise<void>;
}

/** The configuration asks for something that this machine does not have. Trying again would not help. */
export class Refused extends Error {}
