// How the runner talks to Switchyard: POST /job/callback. A call is repeated until it is answered or no longer wanted.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** Gives the operation's `result`. */
export type Ask = <Result>(operation: string, args: object) => Promise<Result>;

/** `lease` is the claim under which calls are made: the server refuses them once there is a newer one of the job. */
export function callbackOf(unwanted: AbortSignal, lease?: { jobId: string; fence: number }): Ask {
  const { SWITCHYARD_URL = "http://127.0.0.1:3211", JOB_CALLBACK_SECRET } = process.env;
  return async <Result>(operation: string, args: object): Promise<Result> => {
    // What is done is not done again. Chunks of a stream are known by their number.
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

/** The text of a message has a bound; what comes after it is left out. */
const lengthMax = 250_000;

/** What a command writes, as a message that grows meanwhile. */
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
    if (text.length + chunk.length > lengthMax) return;
    text += chunk;
    waiting += chunk;
    // What cannot be sent is in the whole text, too.
    if (!isSending) void send().catch(() => {});
  };
  const finish = () =>
    ask("message.streamFinalize", { ...message, finalContent: text || "(The command wrote nothing.)" });
  return { append, finish };
}
