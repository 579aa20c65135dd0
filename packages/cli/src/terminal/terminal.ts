// The only way to standard output and standard error. What agents and strangers wrote cannot act on the terminal, and
// cannot look like a line of the command's own: a text is one line, or it is indented as a whole.
import type { Readable, Writable } from "node:stream";
import { printable, printableJson, printableLine } from "../../../runner/src/log/printable";
import { tableLines } from "./table";
import type { Column } from "./table";
import { piecesOf, sequences } from "./text";
import type { Text } from "./text";
import { fitted } from "./width";

export type Output = Writable & { isTTY?: boolean; columns?: number };
export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

export interface Streams {
  stdin: Input;
  stdout: Output;
  stderr: Output;
}

type Environment = Record<string, string | undefined>;

/** Deeper than the fields of a thing. */
const indent = "    ";
const clearLine = "\r\u001B[K";

export class Terminal {
  readonly streams: Streams;
  /** Whether a person reads standard output. */
  readonly isTerminal: boolean;
  /** Whether questions can be asked. */
  readonly isInteractive: boolean;
  private readonly environment: Environment;
  private isProgressShown = false;

  constructor(streams: Streams, environment: Environment) {
    this.streams = streams;
    this.environment = environment;
    this.isTerminal = streams.stdout.isTTY === true;
    this.isInteractive = streams.stdin.isTTY === true && streams.stderr.isTTY === true;
  }

  /** Columns of standard output; Infinity where it is not a terminal. */
  get width(): number {
    return this.isTerminal ? (this.streams.stdout.columns ?? 80) : Infinity;
  }

  /** Writes one line: line feeds in the text become spaces. */
  print(text: Text): void {
    this.write(this.streams.stdout, this.drawn(text, this.streams.stdout));
  }

  /** Writes a text of somebody else with all of its lines. */
  printText(text: string): void {
    for (const line of linesOf(text)) this.print(indent + line);
  }

  /** Writes several lines of the command's own, such as its help. */
  printPage(text: string): void {
    this.write(this.streams.stdout, printable(text));
  }

  json(value: unknown): void {
    this.write(this.streams.stdout, printableJson(value));
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    for (const line of tableLines(columns, rows, this.width)) this.print(line);
  }

  /** For people only: what a script reads from standard output stays free of it. */
  note(text: Text): void {
    this.write(this.streams.stderr, this.drawn(text, this.streams.stderr));
  }

  noteText(text: string): void {
    for (const line of linesOf(text)) this.note(indent + line);
  }

  notePage(text: string): void {
    this.write(this.streams.stderr, printable(text));
  }

  errorJson(value: unknown): void {
    this.write(this.streams.stderr, printableJson(value));
  }

  /** Shows one line below the output, until the next one or until something is printed. */
  progress(text: string): void {
    if (this.streams.stderr.isTTY !== true) return;
    const line = fitted(printableLine(text), (this.streams.stderr.columns ?? 80) - 1);
    this.streams.stderr.write(`${clearLine}${line}`);
    this.isProgressShown = true;
  }

  hideProgress(): void {
    if (!this.isProgressShown) return;
    this.streams.stderr.write(clearLine);
    this.isProgressShown = false;
  }

  /** Writes what a person is asked, without a line feed, to where it is seen. */
  ask(text: Text): void {
    this.hideProgress();
    this.seen.write(this.drawn(text, this.seen));
  }

  /** Ends the line of an answer that the terminal has not shown. */
  endOfAnswer(): void {
    this.seen.write("\n");
  }

  /** Where a person reads questions, also when the notes go to a file. */
  private get seen(): Output {
    const { stdout, stderr } = this.streams;
    return stderr.isTTY !== true && stdout.isTTY === true ? stdout : stderr;
  }

  private write(stream: Output, text: string): void {
    this.hideProgress();
    stream.write(`${text}\n`);
  }

  private drawn(text: Text, stream: Output): string {
    const hasColours = stream.isTTY === true && !this.environment["NO_COLOR"] && this.environment["TERM"] !== "dumb";
    return piecesOf(text)
      .map(({ text: own, style }) => {
        if (style === null || !hasColours) return printableLine(own);
        const [begin, end] = sequences(style);
        return `${begin}${printableLine(own)}${end}`;
      })
      .join("");
  }
}

/** The lines of a text, without empty ones at its end. */
export function linesOf(text: string): string[] {
  return text.trimEnd().split(/\r?\n/);
}
