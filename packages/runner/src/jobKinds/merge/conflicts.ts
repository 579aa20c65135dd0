// An agent solves the conflicts at which git has stopped.
import { NotPlainFileError, FileTooLargeError } from "../../agentFiles/openFile";
import { readText } from "../../agentFiles/readFile";
import { GitError } from "../../git/git";
import { isolatedGit } from "../../git/isolatedGit";
import type { Checkout } from "../../git/isolatedGit";
import { ignoringInnerChanges, stageAll } from "../../git/staging";
import { chooseAgent } from "../../conversations/chooseAgent";
import { PermanentJobError } from "../../jobs/contract";
import { runOneOffSession } from "../../conversations/runOneOffSession";
import { fenced, fencedNames } from "../../text/fence";
import type { MergeContext } from "./context";

/** A file with more cannot be searched for conflicts. */
const maxBytes = 100_000_000;
const marker = /^(?:<{7} .*|>{7} .*|={7})$/gm;

/** Runs a command of git that ends with 1 when it stops at conflicts. Returns whether it went through. */
export async function runUntilConflict(args: readonly string[], { checkout, env }: MergeContext): Promise<boolean> {
  try {
    await isolatedGit(checkout, args, { env });
    return true;
  } catch (error) {
    if (error instanceof GitError && error.code === 1) return false;
    throw error;
  }
}

interface Stopped {
  /** Says where, as the beginning of a sentence in our own words. */
  at: string;
  /** The title of the commit, which anybody may have written. */
  title?: string;
}

/** Leaves the solution in the index, not yet committed. */
export async function solveConflicts(merging: MergeContext, { at, title }: Stopped): Promise<void> {
  const { job, mirror, folder, checkout, sandboxId } = merging;
  const files = await conflictsIn(checkout);
  const markersBefore = new Map(
    await Promise.all(files.map(async (name) => [name, await ownMarkers(checkout, name)] as const)),
  );
  if (files.length > 0) {
    const titled = title === undefined ? "" : `\n\nThe title of the commit is:\n\n${fenced(title)}`;
    const task = `${at} has conflicts in these files:\n\n${fencedNames(files)}${titled}`;
    const duty = "Solve the conflicts so that both intentions stay, and remove all conflict markers. Do not commit.";
    const prompt = `${task}\n\n${duty}`;
    const agent = chooseAgent(job.tools, { step: job.claim.kind, role: "designer" });
    const model = job.claim.settings.mergingModel;
    const env = { SWITCHYARD_INSTRUCTIONS: task, SWITCHYARD_CONFLICTS: files.join("\n") };
    await runOneOffSession(job, { agent, sandboxId, worktree: folder, mirror, prompt, model, env });
  }
  for (const name of files) {
    const text = await textOf(folder, name);
    const left = markersOf(text).some((line) => markersBefore.get(name)?.has(line) !== true);
    if (left) throw new PermanentJobError(`${name} still has conflicts after the agent has worked on it.`);
  }
  await stageAll(checkout);
}

/** A link or a folder in place of the file has no conflict markers, and git takes it as what it is. */
async function textOf(folder: string, name: string): Promise<string> {
  try {
    return (await readText(folder, name, maxBytes)) ?? "";
  } catch (error) {
    if (error instanceof FileTooLargeError) throw new PermanentJobError(error.message);
    if (error instanceof NotPlainFileError) return "";
    throw error;
  }
}

async function conflictsIn(checkout: Checkout): Promise<string[]> {
  const listed = await isolatedGit(checkout, ["diff", "--name-only", "--diff-filter=U", "-z", ignoringInnerChanges]);
  return listed.split("\0").filter((name) => name !== "");
}

/** Lines that look like markers but belong to one of the two sides, such as the underline of a heading. */
async function ownMarkers(checkout: Checkout, name: string): Promise<Set<string>> {
  const sides = [2, 3].map((side) => shownIn(checkout, `:${side}:${name}`));
  return new Set((await Promise.all(sides)).flatMap(markersOf));
}

/** A side that has deleted the file has no text of it. */
async function shownIn(checkout: Checkout, object: string): Promise<string> {
  try {
    return await isolatedGit(checkout, ["show", object]);
  } catch (error) {
    if (error instanceof GitError) return "";
    throw error;
  }
}

function markersOf(text: string): string[] {
  return text.match(marker) ?? [];
}
