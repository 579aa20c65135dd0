// The statuses of a learning version and the moves between them. Pure.
import type { Moves } from "../lib/states";
import type { VersionStatus } from "./schema";

export const versionStatuses = ["draft", "active", "archived"] as const;

export const versionMoves = {
  activate: { from: versionStatuses, to: "active" },
  deactivate: { from: ["active"], to: "archived" },
} as const satisfies Moves<VersionStatus>;
