import type { PermissionPolicy } from "../permissions";
import type { LaunchSettings } from "../process/launch";

/** How the runner works with an agent that speaks ACP. */
export interface AcpSettings {
  name: string;
  command: readonly string[];
  /** A sentence about how to install the agent. */
  install: string | null;
  /** The provider whose prices apply. */
  service: string;
  surroundings: LaunchSettings;
  permissions: PermissionPolicy;
  /** Whether the agent may read and write files of the worktree through the runner. */
  offersFiles: boolean;
  bounds: AcpBounds;
}

interface AcpBounds {
  /** For the agent's start, until it has opened a session. A prompt has no such bound. */
  startMs: number;
  /** An agent that has written nothing for this long is stopped. Null: never. */
  silenceMs: number | null;
  /** How long the agent may take to end its turn when it is cancelled. */
  cancelMs: number;
  maxMessageBytes: number;
}
