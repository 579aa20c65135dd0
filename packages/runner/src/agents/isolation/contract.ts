// What the kinds of isolation have in common.

/** What the configuration asks for. `auto` is the best that this machine has. */
export const isolations = ["auto", "bubblewrap", "docker", "none"] as const;
export type WantedIsolation = (typeof isolations)[number];

/** What stands between agents and this machine. The runner finds its program once, when it starts. */
export type Isolation = { kind: "none" } | Bubblewrap | { kind: "docker"; program: string };

export interface Bubblewrap {
  kind: "bubblewrap";
  /** An absolute path. */
  program: string;
  /** What sets a process apart on this machine, tried at the start. */
  options: readonly string[];
  /** Folders of the runner and its user, which no agent sees. */
  hidden: readonly string[];
  /** Files and folders of the system's programs that not everybody may read. */
  masked: readonly string[];
}

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
  /** The environment of the agent. Projects choose parts of it, so nothing of it may reach what isolates. */
  env: Record<string, string>;
  /** Files of this step that the program writes, outside of the worktree. */
  writable: readonly string[];
  /** The programs to which the runner's own configuration and search path lead, and no word of a project. */
  own: readonly string[];
  /** What of `/etc` is visible: what everybody may read, or only what a program needs to start. */
  systemSettings: "public" | "forStarting";
}

/** How the program is started. */
export interface IsolatedInvocation {
  file: string;
  args: readonly string[];
  /** The environment of what isolates. */
  env: Record<string, string>;
  /** What can be read from file descriptor 4, since every user of the machine can list arguments. */
  handedOver: string;
  /** What can be read from file descriptor 5: the filter of system calls. */
  systemCallFilter?: Buffer;
  cleanUp: () => Promise<void>;
}

/** The configuration asks for something that this machine does not have. Trying again would not help. */
export class IsolationError extends Error {}
