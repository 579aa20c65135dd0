// What the demo agent does for a task without a scene, in any repository: it looks where the words of the task occur
// and writes that down. So its result is true, although it understands nothing.
import { readdir } from "node:fs/promises";
import { DemoFailure, DemoLimit } from "./ending";
import { makeEdit, readWorktreeFile } from "./edits";
import type { DemoPlan } from "./plan";
import type { Stage } from "./stage";

const goals = ["List the files", "Look for the words of the task", "Write down where they are"];
const maxFiles = 300;
const maxPlaces = 12;

export async function survey(stage: Stage, plan: DemoPlan, isResumed: boolean): Promise<void> {
  const { topic, slug, words, does } = plan;
  if (does.has("limit") && !isResumed) throw new DemoLimit("The provider of the demo agent refuses work for an hour.");
  await stage.think(`The task is: ${topic}. I follow a script, so I do not change code. I note where it would begin.`);
  await stage.showPlan(goals, 0);
  const files = await listFiles(stage);
  await stage.showPlan(goals, 1);
  const places = await search(stage, files, words);
  const folder = does.has("question") ? await askFolder(stage, topic) : "notes";
  await stage.showPlan(goals, 2);
  const note = `${folder}/${slug}.md`;
  if (does.has("permission") && !(await stage.askPermission("demo-note", `Write ${note}`, [note])))
    throw new DemoFailure("A person refused the note.");
  await stage.useTool({ title: `Edit ${note}`, kind: "edit", paths: [note] }, async () => {
    const { after } = await makeEdit(stage.place.worktree, { file: note, change: () => noteOf(topic, files, places) });
    return { output: after, hasFailed: false };
  });
  if (does.has("hang")) await stage.pace(2 ** 31 - 1);
  reportUsage(stage, plan);
  if (does.has("fail")) {
    await stage.tell("My script says that this run fails, so that you can see how a failure looks and restart it.");
    throw new DemoFailure("The script of the demo agent says that this run fails.");
  }
  await stage.showPlan(goals, 3);
  await stage.tell(
    `Done: \`${note}\` names ${places.length} places for "${topic}". A real agent would now change them.`,
  );
}

async function listFiles(stage: Stage): Promise<string[]> {
  let files: string[] = [];
  await stage.useTool({ title: "List the files", kind: "search", paths: ["."] }, async () => {
    const entries = await readdir(stage.place.worktree, { recursive: true, withFileTypes: true });
    const root = stage.place.worktree;
    files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length + 1))
      .filter((file) => !/(^|\/)(\.git|node_modules|notes)(\/|$)/.test(file))
      .sort()
      .slice(0, maxFiles);
    return { output: files.join("\n"), hasFailed: false };
  });
  return files;
}

/** Returns lines such as `src/cart.js:12: export function total() {`. */
async function search(stage: Stage, files: readonly string[], words: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  await stage.useTool({ title: `Search ${words.join(", ")}`, kind: "search", paths: ["."] }, async () => {
    for (const file of files) {
      const text = await readWorktreeFile(stage.place.worktree, file).catch(() => null);
      for (const [index, line] of (text ?? "").split("\n").entries())
        if (words.some((word) => line.toLowerCase().includes(word)))
          places.push(`${file}:${index + 1}: ${line.trim().slice(0, 100)}`);
      if (places.length >= maxPlaces) break;
    }
    places.splice(maxPlaces);
    return { output: places.join("\n") || "No line has one of these words.", hasFailed: false };
  });
  return places;
}

async function askFolder(stage: Stage, topic: string): Promise<string> {
  const options = ["notes", "docs"];
  const title = `Where should the note about this be: ${topic}?`;
  const text = "`notes` keeps it apart from the documentation. `docs` is where people look first.";
  const answer = await stage.ask({ kind: "question", id: "demo-folder", title, text, options, schema: null });
  const chosen = options.find((option) => option === answer);
  await stage.tell(
    chosen === undefined ? "Nobody answered, so I choose `notes`." : `Then the note goes to \`${chosen}\`.`,
  );
  return chosen ?? "notes";
}

function noteOf(topic: string, files: readonly string[], places: readonly string[]): string {
  const found = places.length === 0 ? "No line has a word of the task." : "Lines with words of the task:";
  const list = places.map((place) => `- \`${place.replaceAll("`", "'")}\`\n`).join("");
  return `# ${topic}\n\nThe repository has ${files.length} files. ${found}\n${list === "" ? "" : `\n${list}`}`;
}

function reportUsage(stage: Stage, { seed }: DemoPlan): void {
  const [inputTokens, outputTokens] = [2000 + (seed % 8000), 300 + (seed % 1700)];
  const costUsd = Math.round(inputTokens * 3 + outputTokens * 15) / 1_000_000;
  stage.reportUsage({ service: "demo", model: "demo-1", inputTokens, outputTokens, cachedTokens: 0, costUsd });
}
