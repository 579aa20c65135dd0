// One turn of an agent: its events become reports until it ends, or until it must be stopped.
import type { AgentEvent, AgentSession } from "../agents/agent";
import type { Transcript } from "../report/transcript";
import type { Usage } from "../report/usage";

export type TurnOutcome =
  | { kind: "completed"; output: unknown }
  | { kind: "failed"; reason: string }
  /** Somebody has paused the run, and the agent can be resumed later. */
  | { kind: "paused" }
  /** The provider refuses work until then, or for an unknown time if it is null. */
  | { kind: "limit"; resetsAtMs: number | null; reason: string };

export type AgentRequest = Extract<AgentEvent, { kind: "permission" | "question" }>;

export interface TurnOptions {
  transcript: Transcript;
  usage: Usage;
  /** Aborts when the work on the job ends. The turn then throws the signal's reason. */
  signal: AbortSignal;
  /** Aborts when the run was paused. */
  paused: AbortSignal;
  timeLimitMs: number | null;
  onSession: (session: { id: string; canResume: boolean }) => Promise<void>;
  /** Returns the answer of a person or a policy, or null. */
  onAsk: (asked: AgentRequest, ends: AskEnds) => Promise<unknown>;
}

/** What ends the wait for an answer before there is one. */
export interface AskEnds {
  /** The agent no longer waits for the answer, and continues. */
  withdrawn: AbortSignal;
  /** The turn is over. */
  over: AbortSignal;
}

type Stop = { kind: "over" } | { kind: "paused" } | { kind: "late"; reason: string };

export async function runTurn(session: AgentSession, options: TurnOptions): Promise<TurnOutcome> {
  const { transcript, usage, signal, paused, timeLimitMs } = options;
  let stop: Stop | null = null;
  let limit: Extract<AgentEvent, { kind: "limit" }> | null = null;
  let end: Extract<AgentEvent, { kind: "end" }> | null = null;
  let canResume = false;
  const over = new AbortController();
  const open = new Map<string, AbortController>();
  let cancelling: Promise<void> | undefined;

  const stopFor = (reason: Stop) => {
    stop ??= reason;
    cancelling ??= session.cancel();
  };
  const onOver = () => stopFor({ kind: "over" });
  const onPaused = () => {
    if (canResume) stopFor({ kind: "paused" });
  };
  const limitTimer = timeLimitMs === null ? undefined : after(timeLimitMs, () => stopFor(tookTooLong));
  signal.addEventListener("abort", onOver);
  paused.addEventListener("abort", onPaused);
  if (signal.aborted) onOver();
  try {
    for await (const event of session.events) {
      switch (event.kind) {
        case "session":
          canResume = event.canResume;
          await options.onSession(event);
          if (paused.aborted) onPaused();
          break;
        case "text":
        case "thought":
          transcript.appendText(event.kind, event.messageId, event.text);
          break;
        case "tool":
          transcript.updateTool(event);
          break;
        case "plan":
          transcript.updatePlan(event.entries);
          break;
        case "notice":
          transcript.addNotice(event.title, event.text);
          break;
        case "usage":
          await usage.add(event);
          break;
        case "permission":
        case "question":
          void ask(event);
          break;
        case "withdrawn":
          // The agent ignores the answer if one comes.
          open.get(event.id)?.abort();
          break;
        case "limit":
          limit = event;
          break;
        case "end":
          end = event;
          break;
      }
    }
  } finally {
    clearTimeout(limitTimer);
    signal.removeEventListener("abort", onOver);
    paused.removeEventListener("abort", onPaused);
    over.abort();
    // Whatever went wrong here, no process of the agent may stay.
    await (end === null ? (cancelling ?? session.cancel()) : cancelling);
  }
  signal.throwIfAborted();
  return outcomeOf(stop, limit, end);

  async function ask(event: AgentRequest): Promise<void> {
    const withdrawn = new AbortController();
    open.set(event.id, withdrawn);
    const ends = { withdrawn: withdrawn.signal, over: over.signal };
    const answer = await options.onAsk(event, ends).catch(() => null);
    if (open.get(event.id) === withdrawn) open.delete(event.id);
    session.answer(event.id, answer);
  }
}

const tookTooLong: Stop = { kind: "late", reason: "took too long" };

function outcomeOf(
  stop: Stop | null,
  limit: Extract<AgentEvent, { kind: "limit" }> | null,
  end: Extract<AgentEvent, { kind: "end" }> | null,
): TurnOutcome {
  if (end?.outcome === "completed") return { kind: "completed", output: end.output };
  if (stop?.kind === "paused") return { kind: "paused" };
  if (stop?.kind === "late") return { kind: "failed", reason: stop.reason };
  if (limit !== null) return { kind: "limit", resetsAtMs: limit.resetsAtMs, reason: limit.reason };
  return { kind: "failed", reason: end?.reason ?? `ended as ${end?.outcome ?? "nothing"}` };
}

function after(ms: number, work: () => void): NodeJS.Timeout {
  // A longer time would make the timer end at once.
  return setTimeout(work, Math.min(ms, 2 ** 31 - 1));
}
