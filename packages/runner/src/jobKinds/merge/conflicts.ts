// An agent solves the conflicts at which git has stopped.
import { NotPlain, TooLarge } from "../../agentFiles/openFile";
import { readBelow } from "../../agentFiles/readFile";
import { GitFailed } from "../../git/git";
import { inside } from "../../git/isolatedGit";
import type { Checkout } from "../../git/isolatedGit";
import { notInside, stageAll } from "../../git/staging";
import { agentFor } from "../../conversations/chooseAgent";
import { Hopeless } from "../../jobs/contract";
import { talk } from "../../conversations/converse";
import type { Merging } from "./context";

/** A file with more cannot be searched for conflicts. */
const maxBytes = 100_000_000;
const marker = /^(?:<{7} .*|>{7} .*|={7})$/gm;

/** Runs a command of git that ends with 1 when it stops at conflicts. Returns whether it went through. */
export async function goesThrough(args: readonly string[], { checkout, env }: Merging): Promise<boolean> {
  try {
    await inside(checkout, args, { env });
    return true;
  } catch (error) {
    if (error instanceof GitFailed && error.code === 1) return false;
    throw error;
  }
}

/** `stopped` says where, as the beginning of a sentence. Leaves the solution in the index, not yet committed. */
export async function solve(merging: Merging, stopped: string): Promise<void> {
  const { job, mirror, folder, checkout, sandboxId } = merging;
  const files = await conflictsIn(checkout);
  const markersBefore = new Map(
    await Promise.all(files.map(async (name) => [name, await ownMarkers(checkout, name)] as const)),
  );
  if (files.length > 0) {
    const task = `${stopped} has conflicts in: ${files.join(", ")}.`;
    const prompt = `${task} Solve them so that both intentions stay, and remove all conflict markers. Do not commit.`;
    const agent = agentFor(job.tools, { step: job.claim.kind, role: "designer" });
    const model = job.claim.settings.mergingModel;
    const env = { SWITCHYARD_INSTRUCTIONS: task, SWITCHYARD_CONFLICTS: files.join("\n") };
    await talk(job, { agent, sandboxId, worktree: folder, mirror, prompt, model, env });
  }
  for (const name of files) {
    const text = await textOf(folder, name);
    const left = markersOf(text).some((line) => markersBefore.get(name)?.has(line) !== true);
    if (left) throw new Hopeless(`${name} still has conflicts after the agent has worked on it.`);
  }
  await stageAll(checkout);
}

/** A link or a folder in place of the file has no conflict markers, and git takes it as what it is. */
async function textOf(folder: string, name: string): Promise<string> {
  try {
    return (await readBelow(folder, name, maxBytes)) ?? "";
  } catch (error) {
    if (error instanceof TooLarge) throw new Hopeless(error.message);
    if (error instanceof NotPlain) return "";
    throw error;
  }
}

async function conflictsIn(checkout: Checkout): Promise<string[]> {
  const listed = await inside(checkout, ["diff", "--name-only", "--diff-filter=U", "-z", notInside]);
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
    return await inside(checkout, ["show", object]);
  } catch (error) {
    if (error instanceof GitFailed) return "";
    throw error;
  }
}

function markersOf(text: string): string[] {
  return text.match(marker) ?? [];
}
