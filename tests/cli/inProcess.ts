// The command line in this process, on streams that keep what is written.
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { runProgram } from "../../packages/cli/src/program";
import type { Deployment } from "../support/deployment";

const address = "http://switchyard.example";

export interface Told {
  code: number;
  stdout: string;
  stderr: string;
}

interface Machine {
  deployment: Pick<Deployment, "fetch">;
  key?: string;
  /** Columns of the terminal; without them the output is a pipe. */
  columns?: number;
  environment?: Record<string, string>;
  /** Aborts where a person would press Ctrl-C. */
  signal?: AbortSignal;
  /** Receives what is printed, while the command works. */
  told?: Omit<Told, "code">;
}

/** Runs a command with the words as a shell splits them at spaces. */
export async function switchyard(machine: Machine, line: string, input = ""): Promise<Told> {
  const { deployment, key, columns, environment, signal = new AbortController().signal } = machine;
  const { told = { stdout: "", stderr: "" } } = machine;
  const output = (name: "stdout" | "stderr") => {
    const stream = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
    stream.on("data", (chunk: Buffer) => (told[name] += chunk.toString("utf8")));
    return stream;
  };
  const stdin = new PassThrough();
  stdin.end(input);
  const code = await runProgram(wordsIn(line), {
    environment: {
      SWITCHYARD_URL: address,
      XDG_CONFIG_HOME: noFolder(),
      ...(key === undefined ? {} : { SWITCHYARD_API_KEY: key }),
      ...environment,
    },
    streams: { stdin, stdout: output("stdout"), stderr: output("stderr") },
    signal,
    fetch: (url, init) => deployment.fetch(url.slice(address.length), init),
  });
  return { code, ...told };
}

/** A folder that does not exist: there are no stored keys. */
export function noFolder(): string {
  return path.join(tmpdir(), `switchyard-cli-${randomUUID()}`);
}

function wordsIn(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
