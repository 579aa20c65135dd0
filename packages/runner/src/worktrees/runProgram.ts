// Runs a program to its end, isolated as agents are, and returns how it ended with the last of what it wrote.
import { constants } from "node:os";
import { launch } from "../agents/process/launch";
import type { LaunchSettings } from "../agents/process/launch";
import { exitText } from "../agents/process/agentProcess";
import type { AgentProcess, Exit } from "../agents/process/agentProcess";
import { PlainText } from "../agents/process/plainText";
import type { Workspace } from "../agents/agent";
import { truncateStart } from "../text/truncate";

export interface ProgramResult {
  /** As shells have it: 124 for a program that took too long, and 128 with the number of a signal that killed it. */
  exitCode: number;
  durationMs: number;
  output: string;
}

interface Wanted {
  command: readonly string[];
  timeoutMs: number;
  maxOutput: number;
  signal: AbortSignal;
}

const tookTooLong = 124;
const couldNotStart = 127;
const firstOfSignals = 128;
const drainMs = 500;

/** Throws IsolationError where the program or the isolation is missing, and the reason of the signal. */
export async function runProgram(
  surroundings: LaunchSettings,
  place: Workspace,
  { command, timeoutMs, maxOutput, signal }: Wanted,
): Promise<ProgramResult> {
  signal.throwIfAborted();
  const begunMs = performance.now();
  const process = await launch(surroundings, place, {
    command,
    install: null,
    env: {},
    joinsErrors: true,
    writable: [],
  });
  const collected = collect(process, maxOutput);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void process.end();
  }, timeoutMs);
  const stop = () => void process.end();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    process.input.end();
    const exit = await process.exited;
    await process.end();
    const durationMs = Math.round(performance.now() - begunMs);
    signal.throwIfAborted();
    await Promise.race([collected.whole, new Promise((resolve) => setTimeout(resolve, drainMs))]);
    const note = isLate ? `It took longer than ${timeoutMs / 1000} seconds.` : noteOf(exit);
    const output = truncateStart([collected.text().trimEnd(), note].filter(Boolean).join("\n"), maxOutput);
    return { exitCode: isLate ? tookTooLong : codeOf(exit), durationMs, output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    await process.close();
  }
}

/** The last of what the program writes. What it has started may hold its output open. */
function collect(process: AgentProcess, most: number): { whole: Promise<void>; text: () => string } {
  const plain = new PlainText();
  let text = "";
  const read = async () => {
    process.output.setEncoding("utf8");
    for await (const piece of process.output) text = (text + plain.push(String(piece))).slice(-2 * most);
    text += plain.end();
  };
  return { whole: read().catch(() => {}), text: () => text };
}

function codeOf(exit: Exit): number {
  if (exit.kind === "exit") return exit.code;
  if (exit.kind === "error") return couldNotStart;
  const number = Object.entries(constants.signals).find(([name]) => name === exit.signal)?.[1] ?? 0;
  return firstOfSignals + number;
}

function noteOf(exit: Exit): string {
  return exit.kind === "exit" ? "" : `The command ${exitText(exit)}.`;
}
