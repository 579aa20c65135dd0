// Waits until a run is over or needs somebody. The events of the run say when to look, and the run itself says what it
// is: among the events of the past, a pause may long be over.
import type { AnswerOf, Method } from "./methods.js";
import { timeLimit } from "./service.js";
import type { CallOptions } from "./service.js";

export type Run = AnswerOf<"GET /runs/get">;

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** After this time `wait` rejects with a TimeoutError. Without it the wait has no end of its own. */
  timeoutMs?: number | undefined;
  /** `over` also waits while the run is paused or waits for answers. By default `attention`. */
  until?: "attention" | "over" | undefined;
}

/**
 * `completed`, `failed` and `cancelled`: the run is over. `question`: it waits for the answer of a person. `paused`:
 * somebody must resume it.
 */
export interface Waited {
  outcome: "completed" | "failed" | "cancelled" | "question" | "paused";
  run: Run;
}

/** What waiting needs of the client. */
export interface RunMethods {
  get: (input: { id: string }, options: CallOptions) => Promise<Run>;
  events: Method<"GET /runs/events">;
}

export async function waitForRun(runs: RunMethods, id: string, options: WaitOptions = {}): Promise<Waited> {
  const { timeoutMs, until = "attention" } = options;
  const limit = timeLimit("runs.wait", options.signal);
  limit.restart(timeoutMs);
  const { signal } = limit;
  const look = async () => settled(await runs.get({ id }, { signal }), until);
  let after = 0;
  try {
    for (;;) {
      const before = await look();
      if (before !== null) return before;
      for await (const { seq, type } of runs.events(id, { after, signal })) {
        after = seq;
        const now = changesRun(type) ? await look() : null;
        if (now !== null) return now;
      }
    }
  } finally {
    limit.end();
  }
}

function changesRun(type: string): boolean {
  return type === "run.status" || type.startsWith("questions.");
}

function settled(run: Run, until: "attention" | "over"): Waited | null {
  const outcome = endOf(run) ?? (until === "over" ? null : needOf(run));
  return outcome === null ? null : { outcome, run };
}

export function endOf({ status }: Pick<Run, "status">): "completed" | "failed" | "cancelled" | null {
  return status === "completed" || status === "failed" || status === "cancelled" ? status : null;
}

function needOf({ status, openQuestions }: Run): "question" | "paused" | null {
  if (openQuestions > 0) return "question";
  return status === "paused" ? "paused" : null;
}
