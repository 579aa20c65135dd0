// The records that the runners of the job race write, one line of JSON each. Times are milliseconds since 1970 by the
// machine's one clock: `at` is when an answer arrived, `sentAt` when its request was sent.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** The calls that a runner makes for a job under its claim. */
export type Call = "begin" | "effect 0" | "effect 1" | "end" | "complete";

export type Observation = { runner: string; jobId: string; fence: number; at: number } & (
  | { kind: "claimed"; runId: string; sentAt: number; leaseUntil: number }
  | { kind: "prolonged"; sentAt: number; leaseUntil: number }
  | { kind: "sending"; call: Call }
  | { kind: "done"; call: Call; sentAt: number }
  | { kind: "refused"; call: Call | "look" | "heartbeat"; error: string }
);

/** Appends a record to the file. It survives any end of the process. */
export function note(file: string, observation: Observation): void {
  appendFileSync(file, `${JSON.stringify(observation)}\n`);
}

export function readObservations(file: string): Observation[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The text after the last line break is empty, or a line that was cut off.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Observation);
}
