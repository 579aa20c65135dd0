// What a fresh worktree needs before somebody works in it: files that are not in the repository, and a command.
import { readFile, stat } from "node:fs/promises";
import { writeFileBelow } from "../agentFiles/writeFile";
import type { Agent } from "../agents/agent";
import { createAgent } from "../agents/createAgent";
import { locateInWorktree } from "../agents/permissions";
import type { Configuration } from "../config/configuration";
import { isolatedGitSucceeds, isolatedShell, objectsFolder } from "../git/isolatedGit";
import { checkoutOf } from "../git/mirror";
import type { WorktreeMirror } from "../git/mirror";
import { truncateStart } from "../text/truncate";
import type { Isolation } from "../agents/isolation/contract";
import type { Job } from "../jobs/contract";
import type { Folders } from "../jobs/folders";
import type { Claim } from "../service/claims";

export interface SetupTools {
  configuration: Pick<Configuration, "setup" | "copyFiles">;
  isolation: Isolation;
  folders: Pick<Folders, "temporary">;
}

/** Trying again would not help. */
export class SetupError extends Error {
  constructor(
    message: string,
    /** The last of what the command wrote. */
    readonly output = "",
  ) {
    super(message);
  }
}

interface Fresh {
  mirror: WorktreeMirror;
  worktree: string;
  env: Record<string, string>;
}

export function needsSetup({ tools }: { tools: Pick<SetupTools, "configuration"> }): boolean {
  const { setup, copyFiles } = tools.configuration;
  return setup !== undefined || copyFiles.length > 0;
}

/** Returns the last of what the command wrote. Throws SetupError. */
export async function setUpWorktree(job: Job<Claim, SetupTools>, { mirror, worktree, env }: Fresh): Promise<string> {
  const { configuration, isolation, folders } = job.tools;
  const { setup, copyFiles } = configuration;
  job.reportProgress("sets up the worktree");
  for (const file of copyFiles) await copyInto(mirror, worktree, file);
  if (setup === undefined) return "";
  const { minutes = standardMinutes, ...program } = setup;
  // Variables that are meant for agents, such as the key of a provider, are not passed.
  const agent = createAgent(
    "setup",
    { kind: "command", ...program },
    { permissions: "deny", passEnv: [], silenceMs: null },
  );
  const readable = [objectsFolder(mirror.folder)];
  const place = { worktree, readable, env, isolation, temporary: folders.temporary };
  return await command(agent, place, { signal: job.signal, minutes });
}

const standardMinutes = 10;
const maxOutput = 8000;
const task = { prompt: "", resume: null, model: null, thinkingEffort: null, outputSchema: null, timeLimitMs: null };

async function command(
  agent: Agent,
  place: Parameters<Agent["start"]>[1],
  { signal, minutes }: { signal: AbortSignal; minutes: number },
): Promise<string> {
  signal.throwIfAborted();
  const session = agent.start(task, place);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void session.cancel();
  }, minutes * 60_000);
  const stop = () => void session.cancel();
  signal.addEventListener("abort", stop);
  let output = "";
  let reason: string | null = null;
  try {
    for await (const event of session.events) {
      if (event.kind === "text") output = truncateStart(output + event.text, maxOutput);
      if (event.kind === "end" && event.outcome !== "completed") reason = event.reason ?? "It was stopped.";
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
  signal.throwIfAborted();
  if (isLate) throw new SetupError(`The setup took longer than ${minutes} minutes.`, output.trim());
  if (reason !== null) throw new SetupError(`The setup failed. ${reason}`, output.trim());
  return output.trim();
}

const ignoring = `mkdir -p .git/info && { grep -qxF -e "$1" .git/info/exclude || printf '%s\\n' "$1" >>.git/info/exclude; }`;

/** git ignores the copies, so they are in no commit. A file of the repository could not be ignored. */
async function copyInto(
  mirror: WorktreeMirror,
  worktree: string,
  file: Configuration["copyFiles"][number],
): Promise<void> {
  const { name, from } = file;
  const checkout = checkoutOf(mirror, worktree);
  if (await isolatedGitSucceeds(checkout, ["ls-files", "--error-unmatch", "--", name])) {
    throw new SetupError(`${name} of \`copyFiles\` is a file of the repository, so a copy would be committed.`);
  }
  // The repository may have a link that leads out of the worktree.
  const target = await locateInWorktree(worktree, name);
  if (target === null) throw new SetupError(`${name} of \`copyFiles\` would be outside of the worktree.`);
  const pattern = `/${name.replace(/[\\*?[ ]/g, String.raw`\$&`)}`;
  await isolatedShell(checkout, { name: "sh", text: ignoring, args: [pattern] });
  try {
    await writeFileBelow(target.root, target.name, await readFile(from), (await stat(from)).mode & 0o777);
  } catch (error) {
    throw new SetupError(`${name} of \`copyFiles\` cannot be copied: ${error instanceof Error ? error.message : "?"}`);
  }
}
