// Which calls are allowed in which state of a learning version. Pure.
import type { Moves } from "../lib/states";
import type { VersionStatus } from "./schema";

export const versionMoves = {
  activate: { from: ["draft", "active", "archived"], to: "active" },
  deactivate: { from: ["active"], to: "archived" },
} as const satisfies Moves<VersionStatus>;
