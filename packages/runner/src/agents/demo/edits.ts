// How the demo agent reads and changes files of the worktree.
import { readText } from "../../agentFiles/readFile";
import { writeFileBelow } from "../../agentFiles/writeFile";
import { locateInWorktree } from "../permissions";
import { DemoFailure } from "./ending";

const maxBytes = 10_000_000;

export interface Edit {
  file: string;
  change: (before: string) => string;
}

/** Returns null when there is no such file. */
export async function readWorktreeFile(worktree: string, file: string): Promise<string | null> {
  const inside = await locateInWorktree(worktree, file);
  return inside === null ? null : await readText(inside.root, inside.name, maxBytes);
}

/** Returns what the file was and is, so that the change can be shown. */
export async function makeEdit(worktree: string, { file, change }: Edit): Promise<{ before: string; after: string }> {
  const inside = await locateInWorktree(worktree, file);
  if (inside === null) throw new DemoFailure(`${file} is not in the worktree.`);
  const before = (await readText(inside.root, inside.name, maxBytes)) ?? "";
  const after = change(before);
  await writeFileBelow(inside.root, inside.name, after);
  return { before, after };
}
