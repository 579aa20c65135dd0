// Lays the project's knowledge out as files in the worktree, where the agent can read what it needs.
import path from "node:path";
import { removeFolder } from "../agentFiles/removeFolder";
import { writeFileBelow } from "../agentFiles/writeFile";
import { knowledgeFolder } from "../git/mirror";
import type { Run } from "../service/claims";

/** One file, with its path in the worktree. */
export interface KnowledgeFile {
  path: string;
  about: string;
}

export interface KnowledgeFiles {
  contexts: KnowledgeFile[];
  skills: KnowledgeFile[];
  commands: KnowledgeFile[];
  scripts: KnowledgeFile[];
}

type Knowledge = Pick<Run, "contexts" | "skills" | "commands" | "scripts">;

const endings = new Map([
  ["bash", ".sh"],
  ["sh", ".sh"],
  ["python", ".py"],
  ["javascript", ".mjs"],
  ["typescript", ".ts"],
]);

/** Replaces what an earlier attempt has laid out. */
export async function writeKnowledgeFiles(
  worktree: string,
  { contexts, skills, commands, scripts }: Knowledge,
): Promise<KnowledgeFiles> {
  await removeFolder(path.join(worktree, knowledgeFolder));
  const layout: KnowledgeFiles = { contexts: [], skills: [], commands: [], scripts: [] };
  for (const { name, description, content } of contexts) {
    layout.contexts.push(await lay(worktree, ["contexts", `${plain(name)}.md`], content, description ?? name));
  }
  for (const { name, description, content } of commands) {
    layout.commands.push(await lay(worktree, ["commands", `${plain(name)}.md`], content, description ?? name));
  }
  for (const { name, description, content, language = "" } of scripts) {
    const file = `${plain(name)}${endings.get(language) ?? ""}`;
    layout.scripts.push(await lay(worktree, ["scripts", file], content, description ?? name, 0o755));
  }
  for (const { name, description, files } of skills) {
    for (const file of files ?? [])
      await lay(worktree, ["skills", plain(name), ...inner(file.name)], file.content, name);
    layout.skills.push({ path: path.posix.join(knowledgeFolder, "skills", plain(name)), about: description ?? name });
  }
  return layout;
}

async function lay(worktree: string, parts: string[], content: string | null | undefined, about: string, mode = 0o644) {
  const relative = path.posix.join(knowledgeFolder, ...parts);
  await writeFileBelow(worktree, relative, content ?? "", mode);
  return { path: relative, about };
}

/** A name becomes one part of a path, whatever it contains. */
function plain(name: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^\.+/, "");
  return safe.slice(0, 100) || "unnamed";
}

function inner(name: string): string[] {
  return name
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .map(plain);
}
