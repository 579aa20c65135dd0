// `switchyard runs logs` and `runs diff`: what agents have said, and what they have changed.
import { writeFileSync } from "node:fs";
import { NotFoundError } from "../../../client/src/index";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { linesOf } from "../terminal/terminal";
import { bold, cyan, dim, green, join, piecesOf, red } from "../terminal/text";
import type { Text } from "../terminal/text";
import { findRun } from "./find";
import type { Message } from "./types";

const runArgument = { run: { about: "its number or id", known: "run" } } as const;

const logs = command({
  name: "runs logs",
  about: "Show what the agents of a run have said",
  arguments: runArgument,
  options: { follow: { kind: "flag", about: "show what they say until the run is over" } },
  examples: [
    { line: "switchyard runs logs 1", about: "Until now" },
    { line: "switchyard runs logs 1 --follow", about: "Until the run is over" },
    { line: "switchyard runs logs 1 --json", about: "One line of JSON for each message" },
  ],
  run: async (context, { args, options }) => {
    const { id } = await findRun(context, args.run);
    const transcript = new Transcript(context);
    for (const sandboxId of await sandboxesOf(context, id)) await transcript.showNew(sandboxId, options.follow);
    if (!options.follow) return;
    // A message that began before now is complete later, and its event says so.
    for await (const { type, data } of context.client().runs.events(id, { signal: context.signal })) {
      if (type === "message" && data["status"] === "complete")
        await transcript.showFrom(String(data["sandboxId"]), String(data["messageId"]));
    }
    for (const sandboxId of await sandboxesOf(context, id)) await transcript.showNew(sandboxId, false);
  },
});

/** The sandboxes of a run, the oldest first. */
async function sandboxesOf(context: Context, runId: string): Promise<string[]> {
  const ids: string[] = [];
  const sandboxes = context.client().sandboxes.list({ runId }, { signal: context.signal });
  for await (const { id } of sandboxes) ids.push(id);
  return ids.reverse();
}

class Transcript {
  private readonly context: Context;
  /** The last message that was shown of each sandbox. */
  private readonly last = new Map<string, string>();
  private readonly shown = new Set<string>();
  /** The message of a sandbox that is not complete, before which no further one can be shown. */
  private readonly open = new Map<string, string>();

  constructor(context: Context) {
    this.context = context;
  }

  /** Shows what there is now that a message is complete. A page has many messages, whose events need no request. */
  async showFrom(sandboxId: string, messageId: string): Promise<void> {
    const open = this.open.get(sandboxId);
    if (this.shown.has(messageId) || (open !== undefined && open !== messageId)) return;
    this.open.delete(sandboxId);
    await this.showNew(sandboxId, true);
  }

  /** Shows the messages behind those that were shown. While the run is followed, one that is not complete waits. */
  async showNew(sandboxId: string, isFollowed: boolean): Promise<void> {
    const { terminal, isJson, signal } = this.context;
    const after = this.last.get(sandboxId);
    const place = after === undefined ? { id: sandboxId } : { id: sandboxId, after };
    for await (const message of this.context.client().sandboxes.messages(place, { signal })) {
      if (isFollowed && message.status === "streaming") return void this.open.set(sandboxId, message.id);
      if (isJson) terminal.json(message);
      else for (const line of transcriptOf(message)) terminal.print(line);
      this.last.set(sandboxId, message.id);
      this.shown.add(message.id);
    }
  }
}

function transcriptOf({ role, kind, title, content, timestamp }: Message): Text[] {
  const what = kind === "text" ? role : kind;
  const head = join(
    dim(`${new Date(timestamp).toTimeString().slice(0, 8)} `),
    cyan(what),
    title === null ? "" : ` ${title}`,
  );
  if (content.trimEnd() === "") return [head];
  const lines = linesOf(content).map((line) => (kind === "text" ? `  ${line}` : dim(`  ${line}`)));
  return [head, ...lines];
}

const diff = command({
  name: "runs diff",
  about: "Show what a run has changed",
  details: "It is the last change that the runner has reported: that of the last sandbox with one.",
  arguments: runArgument,
  options: { output: { kind: "text", value: "file", about: "write it to a file, byte for byte" } },
  examples: [
    { line: "switchyard runs diff 1", about: "In colours, at a terminal" },
    { line: "switchyard runs diff 1 --output changes.patch", about: "As a patch, for git apply" },
  ],
  run: async (context, { args, options }) => {
    const { id, runNumber } = await findRun(context, args.run);
    const { terminal, isJson } = context;
    for (const sandboxId of (await sandboxesOf(context, id)).reverse()) {
      const view = await diffOf(context, sandboxId);
      if (view === null || view.diff === "") continue;
      if (options.output !== undefined) return writeTo(options.output, view.diff);
      if (isJson) return terminal.json(view);
      for (const line of view.diff.replace(/\n$/, "").split("\n")) terminal.print(coloured(line));
      return;
    }
    throw new Failure("notFound", `Run ${runNumber} has no changes that were reported.`);
  },
});

/** A terminal gets a printable form, which is not a patch where a file has control characters. */
function writeTo(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure("usage", `The file ${file} cannot be written: ${error instanceof Error ? error.message : ""}`);
  }
}

async function diffOf(context: Context, sandboxId: string) {
  try {
    return await context.client().sandboxes.diff({ id: sandboxId }, { signal: context.signal });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

function coloured(line: string): readonly ReturnType<typeof piecesOf>[number][] {
  if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return bold(line);
  if (line.startsWith("@@")) return cyan(line);
  if (line.startsWith("+")) return green(line);
  return line.startsWith("-") ? red(line) : piecesOf(line);
}

export const transcripts = [logs, diff];
