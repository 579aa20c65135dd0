// What an agent may do without asking a person. A policy guards against accidents: an agent that wants to can do things
// without asking, and only isolation prevents that.
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** The kinds of tools that ACP names. */
export const toolKinds = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
] as const;
export type ToolKind = (typeof toolKinds)[number];

export interface PermissionPolicy {
  /**
   * `allow-in-worktree` allows what only touches files in the worktree, and asks for the rest. `ask` asks for
   * everything, `deny` refuses everything.
   */
  mode: "allow-in-worktree" | "ask" | "deny";
  /** Kinds of tools that need no question in that mode, such as `execute` in an isolated agent. */
  alsoAllow: readonly ToolKind[];
}

export interface PermissionRequest {
  toolKind: ToolKind;
  paths: readonly string[];
}

/** Tools that do nothing besides reading or changing the files that they name. */
const limitedToPaths = new Set<ToolKind>(["read", "edit", "delete", "move", "search"]);

export async function decidePermission(
  policy: PermissionPolicy,
  worktree: string,
  { toolKind, paths }: PermissionRequest,
): Promise<"allow" | "deny" | "ask"> {
  if (policy.mode !== "allow-in-worktree") return policy.mode;
  if (policy.alsoAllow.includes(toolKind)) return "allow";
  if (!limitedToPaths.has(toolKind) || paths.length === 0) return "ask";
  for (const place of paths) if ((await locateInWorktree(worktree, place)) === null) return "ask";
  return "allow";
}

/** A place in a worktree, by which `agentFiles/` opens what is there. */
interface WorktreeLocation {
  root: string;
  /** The path below `root`, without links. */
  name: string;
}

/**
 * Returns where in the worktree a file is, or null if it is elsewhere. Symbolic links and `..` are followed first. The
 * files of git do not belong to the worktree, because they can make git run programs.
 */
export async function locateInWorktree(worktree: string, place: string): Promise<WorktreeLocation | null> {
  const root = await realpath(worktree);
  const real = await realTarget(root, place);
  if (real === null) return null;
  const relative = path.relative(root, real);
  const parts = relative.split(path.sep);
  const isOutside = path.isAbsolute(relative) || parts[0] === "..";
  return isOutside || parts.some((part) => part.toLowerCase() === ".git") ? null : { root, name: relative };
}

/**
 * Follows a path as the system does, one part after the other, so that `link/..` is where the link leads. Returns null
 * where a link leads to nothing, as a file that is created through it may be anywhere.
 */
async function realTarget(root: string, place: string): Promise<string | null> {
  let real = path.isAbsolute(place) ? path.parse(place).root : root;
  for (const part of place.split(path.sep)) {
    const next = path.resolve(real, part);
    const isThere = part !== ".." && (await lstat(next).catch(() => null)) !== null;
    const followed = isThere ? await realpath(next).catch(() => null) : next;
    if (followed === null) return null;
    real = followed;
  }
  return real;
}
