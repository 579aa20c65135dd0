// Plays the part of a scene that belongs to a step.
import { DemoFailure, DemoLimit } from "./ending";
import { makeEdit, readWorktreeFile } from "./edits";
import type { Edit } from "./edits";
import type { Beat, Part, PlayedScene } from "./scenes";
import { taskIn } from "./scenes";
import type { Stage } from "./stage";

/** Returns the first scene whose words are in the task and which the worktree does not show as played. */
export async function findScene(
  scenes: readonly PlayedScene[],
  prompt: string,
  worktree: string,
): Promise<PlayedScene | null> {
  const task = taskIn(prompt);
  for (const scene of scenes) {
    if (!scene.words.every((words) => task.includes(words))) continue;
    const { unless } = scene;
    if (unless === undefined) return scene;
    if (!((await readWorktreeFile(worktree, unless.file)) ?? "").includes(unless.has)) return scene;
  }
  return null;
}

export function partFor({ parts }: PlayedScene, role: string | undefined): Part | null {
  return parts.find((part) => part.role === role) ?? parts.find((part) => part.role === undefined) ?? null;
}

/** Throws DemoFailure where the scene says so, or where its edits or tests do not fit the worktree. */
export async function playPart(stage: Stage, part: Part): Promise<void> {
  await stage.showPlan(part.goals, 0);
  try {
    for (const beat of part.beats) await playBeat(stage, part, beat);
  } finally {
    if (!stage.isStopping) reportUsage(stage, part);
  }
  await stage.showPlan(part.goals, part.goals.length);
}

async function playBeat(stage: Stage, part: Part, beat: Beat): Promise<void> {
  if ("think" in beat) return await stage.think(beat.think);
  if ("say" in beat) return await stage.tell(beat.say);
  if ("goal" in beat) return await stage.showPlan(part.goals, beat.goal);
  if ("read" in beat) return await read(stage, beat.read);
  if ("edit" in beat) return await edit(stage, { file: beat.edit, change: (before) => replaced(before, beat) });
  if ("write" in beat) return await edit(stage, { file: beat.write, change: () => beat.text });
  if ("node" in beat) return await run(stage, beat);
  if ("permit" in beat) return await permit(stage, beat);
  if ("ask" in beat) return await choose(stage, part, beat);
  if ("fail" in beat) throw new DemoFailure(beat.fail);
  if ("limit" in beat) throw new DemoLimit(beat.limit);
  await stage.pace(2 ** 31 - 1);
}

async function read(stage: Stage, file: string): Promise<void> {
  await stage.useTool({ title: `Read ${file}`, kind: "read", paths: [file] }, async () => {
    const text = await readWorktreeFile(stage.place.worktree, file);
    return { output: text ?? `${file} does not exist.`, hasFailed: text === null };
  });
}

async function edit(stage: Stage, wanted: Edit): Promise<void> {
  await stage.useTool({ title: `Edit ${wanted.file}`, kind: "edit", paths: [wanted.file] }, async () => {
    const { before, after } = await makeEdit(stage.place.worktree, wanted);
    return { output: changedLines(before, after), hasFailed: false };
  });
}

/** An edit that an earlier attempt has made already changes nothing. */
function replaced(before: string, { edit: file, replace, by }: Extract<Beat, { edit: string }>): string {
  if (by !== "" && before.includes(by)) return before;
  if (!before.includes(replace)) throw new DemoFailure(`${file} has changed: the text that I would replace is gone.`);
  return before.replace(replace, () => by);
}

/** Lines that are only in one of the texts. A person reads the whole change in the diff. */
function changedLines(before: string, after: string): string {
  const [had, has] = [new Set(before.split("\n")), new Set(after.split("\n"))];
  const gone = [...had].filter((line) => line !== "" && !has.has(line)).map((line) => `- ${line}`);
  const added = [...has].filter((line) => line !== "" && !had.has(line)).map((line) => `+ ${line}`);
  return [...gone, ...added].join("\n");
}

async function run(stage: Stage, { node, ends }: Extract<Beat, { node: string[] }>): Promise<void> {
  const shown = node.filter((argument) => !/^--test-(?:isolation|reporter)=/.test(argument));
  const title = `node ${shown.join(" ")}`;
  const { hasFailed } = await stage.useTool({ title, kind: "execute", paths: [] }, () => stage.runNode(node));
  if (hasFailed !== (ends === "badly"))
    throw new DemoFailure(`\`${title}\` has ${hasFailed ? "failed" : "passed"}, which I did not expect.`);
}

async function permit(stage: Stage, { permit: title, paths }: Extract<Beat, { permit: string }>): Promise<void> {
  if (!(await stage.askPermission("demo-permission", title, paths))) throw new DemoFailure("A person refused it.");
}

async function choose(stage: Stage, part: Part, { ask, about, options }: Extract<Beat, { ask: string }>) {
  const names = options.map(({ name }) => name);
  const question = { kind: "question", id: "demo-choice", title: ask, text: about, options: names, schema: null };
  const answer = await stage.ask({ ...question, kind: "question" });
  const chosen = options.find(({ name }) => name === answer) ?? options[0];
  if (answer === null) await stage.tell(`Nobody answered, so I choose: ${chosen?.name ?? ""}.`);
  for (const beat of chosen?.beats ?? []) await playBeat(stage, part, beat);
}

function reportUsage(stage: Stage, { service, model, inputTokens, outputTokens }: Part): void {
  const cachedTokens = Math.round(inputTokens * 1.5);
  stage.reportUsage({ service, model, inputTokens, outputTokens, cachedTokens, costUsd: null });
}
