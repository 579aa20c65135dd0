// Any program as an agent: it gets the prompt, its output is the message, and its exit code is the outcome.
import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { NotPlainFileError } from "../agentFiles/openFile";
import { readText } from "../agentFiles/readFile";
import { removeTemporary } from "../agentFiles/removeFolder";
import { writeFileBelow } from "../agentFiles/writeFile";
import { isRecord } from "../text/json";
import type { AgentEvent, AgentSession, Workspace, Task } from "./agent";
import { EventQueue } from "./eventQueue";
import { IsolationError } from "./isolation/contract";
import type { AgentProcess } from "./process/agentProcess";
import { exitText, writeAll } from "./process/agentProcess";
import type { LaunchSettings } from "./process/launch";
import { launch } from "./process/launch";
import { PlainText } from "./process/plainText";
import { InactivityTimer } from "./inactivityTimer";
import { reachableMcp } from "./mcpAccess";

/**
 * How the program gets the prompt: at its standard input, as a file whose path is in the variable
 * SWITCHYARD_PROMPT_FILE, or as its last argument. Arguments are visible to every user of the machine.
 */
type CommandInput = "stdin" | "file" | "argument";

export interface CommandSettings {
  command: readonly string[];
  input: CommandInput;
  surroundings: LaunchSettings;
  silenceMs: number | null;
}

type End = Extract<AgentEvent, { kind: "end" }>;

const drainMs = 500;
const messageId = "text-1";
const [promptFile, schemaFile, outputFile, usageFile] = [
  "prompt.md",
  "schema.json",
  "output.json",
  "usage.json",
] as const;
/** The service takes outputs of 900,000 bytes. */
const maxOutputBytes = 1_000_000;
const maxUsageBytes = 10_000;

export class CommandSession implements AgentSession {
  readonly events = new EventQueue();
  private readonly silence: InactivityTimer;
  private readonly finished: Promise<void>;
  private process: AgentProcess | null = null;
  private cancelling: Promise<void> | null = null;
  private silentReason: string | null = null;
  private lastPieceAt = 0;
  private isReadable = true;

  constructor(
    private readonly settings: CommandSettings,
    private readonly task: Task,
    private readonly place: Workspace,
  ) {
    const { silenceMs } = settings;
    this.silence = new InactivityTimer(silenceMs, () => {
      this.silentReason = `The command has written nothing for ${(silenceMs ?? 0) / 1000} seconds.`;
      void this.process?.end();
    });
    this.finished = this.run();
  }

  /** A command asks nothing. */
  answer(): void {}

  say(): boolean {
    return false;
  }

  cancel(): Promise<void> {
    this.cancelling ??= this.stop();
    return this.cancelling;
  }

  private async run(): Promise<void> {
    const end = await this.workInFolder().catch((error: unknown) => failed(messageOf(error)));
    const cancelled: End = { kind: "end", outcome: "cancelled", reason: null, output: null };
    this.events.push(this.cancelling === null ? end : cancelled);
  }

  private async workInFolder(): Promise<End> {
    const { temporary } = this.place;
    await mkdir(temporary, { recursive: true });
    const folder = await mkdtemp(path.join(temporary, "command-"));
    try {
      return await this.work(folder);
    } finally {
      this.silence.stop();
      await this.process?.close();
      await removeTemporary(folder);
    }
  }

  private async work(folder: string): Promise<End> {
    const files = await this.prepare(folder);
    const { command, input, surroundings } = this.settings;
    const process = await launch(surroundings, this.place, {
      command: input === "argument" ? [...command, argumentOf(this.task.prompt)] : command,
      install: null,
      env: this.variables(files),
      joinsErrors: true,
      writable: [folder],
    });
    this.process = process;
    if (this.cancelling !== null) return failed("The session was cancelled.");
    void writeAll(process.input, input === "stdin" ? this.task.prompt : "");
    await this.readUntilExit(process);
    const exit = await process.exited;
    await this.reportUsage(folder);
    if (this.silentReason !== null) return failed(this.silentReason);
    if (exit.kind !== "exit" || exit.code !== 0) return failed(`The command ${exitText(exit)}.`);
    return this.completed(folder);
  }

  private async prepare(folder: string) {
    await writeFileBelow(folder, promptFile, this.task.prompt);
    await writeFileBelow(folder, schemaFile, JSON.stringify(this.task.outputSchema));
    const [prompt, schema, output, usage] = [promptFile, schemaFile, outputFile, usageFile].map((name) =>
      path.join(folder, name),
    ) as [string, string, string, string];
    return { prompt, schema, output, usage };
  }

  private variables(files: { prompt: string; schema: string; output: string; usage: string }): Record<string, string> {
    const { model, thinkingEffort, outputSchema } = this.task;
    const wanted: Record<string, string> =
      outputSchema === null
        ? {}
        : { SWITCHYARD_OUTPUT_SCHEMA_FILE: files.schema, SWITCHYARD_OUTPUT_FILE: files.output };
    if (model !== null) wanted["SWITCHYARD_MODEL"] = model;
    if (thinkingEffort !== null) wanted["SWITCHYARD_THINKING_EFFORT"] = thinkingEffort;
    const mcp = reachableMcp(this.place.mcp, this.settings.surroundings.isolation);
    if (mcp !== null) Object.assign(wanted, { SWITCHYARD_MCP_URL: mcp.url, SWITCHYARD_MCP_TOKEN: mcp.token });
    return { ...wanted, SWITCHYARD_PROMPT_FILE: files.prompt, SWITCHYARD_USAGE_FILE: files.usage };
  }

  /** A process that left the group may hold the output open, so its end is not waited for. */
  private async readUntilExit(process: AgentProcess): Promise<void> {
    const reading = this.read(process);
    await process.exited;
    await process.end();
    const late = new AbortController();
    await Promise.race([reading, this.idle(late.signal)]);
    late.abort();
  }

  private async read(process: AgentProcess): Promise<void> {
    const plain = new PlainText();
    process.output.setEncoding("utf8");
    try {
      for await (const piece of process.output) {
        this.silence.reset();
        this.lastPieceAt = performance.now();
        this.push(plain.push(piece as string));
        this.isReadable = false;
        this.silence.setPaused(true);
        await this.events.waitForSpace();
        this.silence.setPaused(false);
        this.isReadable = true;
        this.lastPieceAt = performance.now();
      }
    } catch {
      // The output was closed because the session is over.
    }
    this.push(plain.end());
  }

  /** Resolves when nothing has been written for a while, and it was not the reader who was slow. */
  private async idle(signal: AbortSignal): Promise<void> {
    this.lastPieceAt = performance.now();
    while (!signal.aborted && (!this.isReadable || performance.now() - this.lastPieceAt < drainMs))
      await pause(drainMs / 10);
  }

  private push(text: string): void {
    if (text !== "") this.events.push({ kind: "text", messageId, text });
  }

  private async completed(folder: string): Promise<End> {
    if (this.task.outputSchema === null) return { kind: "end", outcome: "completed", reason: null, output: null };
    const read = await jsonIn(folder, outputFile, maxOutputBytes);
    if ("fault" in read) {
      const asked = "The step asks for an output in the file that SWITCHYARD_OUTPUT_FILE names";
      return failed(`${asked}, but ${read.fault}`);
    }
    return { kind: "end", outcome: "completed", reason: null, output: read.value };
  }

  /** A program may write what it used to the file in SWITCHYARD_USAGE_FILE. */
  private async reportUsage(folder: string): Promise<void> {
    const read = await jsonIn(folder, usageFile, maxUsageBytes);
    const used = "value" in read ? read.value : null;
    if (!isRecord(used) || typeof used["service"] !== "string") return;
    const number = (name: string) => (typeof used[name] === "number" ? used[name] : 0);
    this.events.push({
      kind: "usage",
      service: used["service"],
      model: typeof used["model"] === "string" ? used["model"] : this.task.model,
      inputTokens: number("inputTokens"),
      outputTokens: number("outputTokens"),
      cachedTokens: number("cachedTokens"),
      costUsd: typeof used["costUsd"] === "number" ? used["costUsd"] : null,
    });
  }

  private async stop(): Promise<void> {
    this.events.stopWaiting();
    await this.process?.end();
    await this.finished;
  }
}

/** A prompt may be any text, but it must not be an option of the program, or a file that the program reads. */
function argumentOf(prompt: string): string {
  return /^[-+@/]/.test(prompt) ? `\n${prompt}` : prompt;
}

/** `fault` ends a sentence. */
async function jsonIn(folder: string, name: string, maxBytes: number): Promise<{ value: unknown } | { fault: string }> {
  try {
    const text = await readText(folder, name, maxBytes);
    if (text === null) return { fault: "the command wrote none." };
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof NotPlainFileError) return { fault: error.message };
    return { fault: "what the command wrote is not JSON." };
  }
}

function failed(reason: string): End {
  return { kind: "end", outcome: "failed", reason, output: null };
}

function messageOf(error: unknown): string {
  if (error instanceof IsolationError) return error.message;
  return `The command could not be started: ${error instanceof Error ? error.message : String(error)}`;
}
