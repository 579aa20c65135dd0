// How the runner talks to Switchyard: POST /job/callback. A call is repeated until it is answered or no longer wanted.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** Calls an operation and returns its `result`. */
export type Ask = <Result>(operation: string, args: object) => Promise<Result>;

/**
 * `lease` is the claim under which calls are made. The server refuses them when another runner has claimed the job
 * since.
 */
export function callbackOf(unwanted: AbortSignal, lease?: { jobId: string; fence: number }): Ask {
  const { SWITCHYARD_URL = "http://127.0.0.1:3211", JOB_CALLBACK_SECRET } = process.env;
  return async <Result>(operation: string, args: object): Promise<Result> => {
    // The key prevents that a repeated call is done twice. Chunks of a stream do not need one: they are known by their
    // number.
    const key = "seq" in args ? {} : { "Idempotency-Key": randomUUID() };
    const headers = { Authorization: `Bearer ${JOB_CALLBACK_SECRET}`, ...key };
    const call = { method: "POST", headers, body: JSON.stringify({ operation, args, lease }), signal: unwanted };
    for (let delayMs = 100; ; delayMs = Math.min(2 * delayMs, 5000)) {
      const response = await fetch(`${SWITCHYARD_URL}/job/callback`, call).catch(() => null);
      const body = (await response?.json().catch(() => null)) as { result: Result; error: string } | null | undefined;
      unwanted.throwIfAborted();
      if (body != null && response?.status === 200) return body.result;
      if (body != null && response !== null && response.status < 500) throw new Error(`${operation}: ${body.error}`);
      await pause(delayMs, undefined, { signal: unwanted });
    }
  };
}

/** A message's text has at most this many characters. The runner drops output beyond that. */
const maxLength = 250_000;

/** Sends the output of a command as a message that grows while the command runs. */
export async function beginTranscript(ask: Ask, message: { sandboxId: string; messageId: string }) {
  await ask("message.streamCreate", message);
  let [text, waiting, seq, isSending] = ["", "", 0, false];
  const send = async () => {
    for (isSending = true; waiting !== ""; await pause(200)) {
      const chunk = waiting;
      waiting = "";
      await ask("message.streamAppend", { ...message, chunk, seq: seq++ });
    }
    isSending = false;
  };
  const append = (chunk: string) => {
    if (text.length + chunk.length > maxLength) return;
    text += chunk;
    waiting += chunk;
    // A chunk that cannot be sent is not lost: `finish` sends the whole text.
    if (!isSending) void send().catch(() => {});
  };
  const finish = () =>
    ask("message.streamFinalize", { ...message, finalContent: text || "(The command wrote nothing.)" });
  return { append, finish };
}
