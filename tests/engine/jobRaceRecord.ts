// What the runners of the job race note down of what they saw, a line of JSON each. Times are epoch milliseconds of the
// machine's one clock: `at` is when an answer was there, `sentAt` when the request for it was sent.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** The calls by which a runner works on a job under its claim. */
export type Call = "begin" | "effect 0" | "effect 1" | "end" | "complete";

export type Observation = { runner: string; jobId: string; fence: number; at: number } & (
  | { kind: "claimed"; runId: string; sentAt: number; leaseUntil: number }
  | { kind: "prolonged"; sentAt: number; leaseUntil: number }
  | { kind: "sending"; call: Call }
  | { kind: "done"; call: Call; sentAt: number }
  | { kind: "refused"; call: Call | "look" | "heartbeat"; error: string }
);

/** What is written so outlives the process, however it ends; only the machine's end could take it away. */
export function note(file: string, observation: Observation): void {
  appendFileSync(file, `${JSON.stringify(observation)}\n`);
}

export function readObservations(file: string): Observation[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // After the last line's end there is nothing, or what was cut off.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Observation);
}
