/** The folders of the runner. */
export interface Folders {
  mirrors: string;
  worktrees: string;
  /** Checkouts that exist only while a dev server works in them. */
  servers: string;
  /** Folders of agents that work without a repository. */
  temporary: string;
  quarantine: string;
}
