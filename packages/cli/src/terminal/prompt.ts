// Questions to the person at the terminal.
import { createInterface } from "node:readline";
import { Failure } from "../frame/failure";
import type { Input, Terminal } from "./terminal";
import { bold, dim, join } from "./text";
import type { Text } from "./text";

const [interrupt, endOfInput, escape] = ["\u0003", "\u0004", "\u001B"];
const erasing = new Set(["\u0008", "\u007F"]);

/**
 * Reads a line that the terminal does not show, wherever the question is written to. Where nobody types, it is the
 * first line of standard input.
 */
export async function askSecret(terminal: Terminal, question: Text): Promise<string> {
  const { stdin } = terminal.streams;
  if (stdin.isTTY !== true) return (await readAll(stdin)).split("\n", 1)[0]?.trim() ?? "";
  terminal.ask(question);
  stdin.setRawMode?.(true);
  try {
    return await hiddenLine(stdin);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    terminal.endOfAnswer();
  }
}

function hiddenLine(stdin: Input): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = "";
    const end = (finish: () => void): void => {
      stdin.off("data", onData);
      finish();
    };
    const onData = (chunk: Buffer | string): void => {
      const text = String(chunk);
      // An arrow or another key of several characters.
      if (text.startsWith(escape)) return;
      for (const character of text) {
        if (character === interrupt || (character === endOfInput && typed === ""))
          return end(() => reject(new Failure("interrupted", "Interrupted.")));
        if (character === "\r" || character === "\n" || character === endOfInput)
          return end(() => resolve(typed.trim()));
        typed = erasing.has(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    stdin.on("data", onData);
    stdin.resume();
  });
}

/** Reads a line. Returns null when the input has ended. */
export async function askLine(terminal: Terminal, question: Text, signal: AbortSignal): Promise<string | null> {
  terminal.ask(question);
  const lines = createInterface({ input: terminal.streams.stdin, terminal: false });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      const interrupted = (): void => reject(new Failure("interrupted", "Interrupted."));
      signal.addEventListener("abort", interrupted, { once: true });
      lines.once("line", (line) => resolve(line.trim()));
      lines.once("close", () => resolve(null));
    });
  } finally {
    lines.close();
  }
}

/**
 * Lets the person choose by the text of an option or by its number, which is written as `#2` where options are numbers
 * themselves. Returns null when the input has ended or the line is empty.
 */
export async function choose(
  terminal: Terminal,
  question: Text,
  options: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const labels = labelsOf(options);
  options.forEach((option, at) => terminal.note(join(bold(`  ${labels[at]}`), `  ${option}`)));
  for (;;) {
    const line = await askLine(terminal, question, signal);
    if (line === null || line === "") return null;
    const chosen =
      options.find((option) => option === line) ??
      options[labels.indexOf(line)] ??
      options.find((option) => option.toLowerCase() === line.toLowerCase());
    if (chosen !== undefined) return chosen;
    terminal.note(dim(`Type a number from ${labels[0]} to ${labels.at(-1)}, or nothing to skip the question.`));
  }
}

/** What is typed for each option. No number of an option is the text of another one. */
function labelsOf(options: readonly string[]): string[] {
  const numbers = options.map((_option, at) => String(at + 1));
  const isAmbiguous = numbers.some((number, at) => options.includes(number) && options[at] !== number);
  return isAmbiguous ? numbers.map((number) => `#${number}`) : numbers;
}

/** All of standard input, as text. */
export async function readAll(stdin: Input): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Buffer | string));
  } catch (error) {
    throw new Failure("usage", `Standard input cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
  return Buffer.concat(chunks).toString("utf8");
}
