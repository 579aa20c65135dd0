// How the runner talks to the service: POST /job/callback. A call is repeated until the service has answered it or
// nobody wants the answer any more. A key of its own keeps a repeated call from being done twice.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Refused, Unusable } from "./errors";
import { repeatableAnyway } from "./operations";
import type { OperationName, Operations } from "./operations";
import { delayMs, retryAfterMs } from "./retry";

export interface Service {
  url: string;
  token: string;
}

export interface Lease {
  jobId: string;
  fence: number;
}

export type Call = <Name extends OperationName>(
  operation: Name,
  args: Operations[Name]["args"],
) => Promise<Operations[Name]["result"]>;

/** An answer that takes longer than this, beside the time that the call itself asks to wait, is lost. */
const answerMs = 30_000;

/** `unwanted` ends all calls. With `lease`, the service refuses them once another runner has claimed the job. */
export function callbackOf(service: Service, unwanted: AbortSignal, lease?: Lease): Call {
  return async (operation, args) => {
    const key: Record<string, string> = repeatableAnyway.has(operation) ? {} : { "Idempotency-Key": randomUUID() };
    const headers = { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json", ...key };
    const body = JSON.stringify({ operation, args, lease });
    const waitMs = "waitMs" in args ? args.waitMs : 0;
    for (let tries = 0; ; tries++) {
      unwanted.throwIfAborted();
      const signal = AbortSignal.any([unwanted, AbortSignal.timeout(waitMs + answerMs)]);
      const answer = await ask(service, operation, { method: "POST", headers, body, signal });
      if (answer.kind === "result") return answer.result;
      unwanted.throwIfAborted();
      await pause(Math.max(delayMs(tries), answer.afterMs), undefined, { signal: unwanted });
    }
  };
}

type Answer = { kind: "result"; result: unknown } | { kind: "again"; afterMs: number };
const again: Answer = { kind: "again", afterMs: 0 };

async function ask(service: Service, operation: OperationName, request: RequestInit): Promise<Answer> {
  const response = await fetch(`${service.url}/job/callback`, request).catch(() => null);
  if (response === null) return again;
  const body = await bodyOf(response);
  const { status, headers } = response;
  if (status === 200 && body !== null) return { kind: "result", result: body.result };
  if (status === 429 || status >= 500) {
    return { kind: "again", afterMs: retryAfterMs(headers.get("Retry-After"), Date.now()) };
  }
  if (status === 200) return again;
  if (status === 401) throw new Unusable(`${service.url} does not accept the token: ${body?.error ?? "401"}`);
  if (body?.error === undefined)
    throw new Unusable(`${service.url} is not a Switchyard service: it answers ${status}.`);
  throw new Refused(operation, body.error);
}

/** Returns null for a body that is cut off or is not an object, which a proxy may send. */
async function bodyOf(response: Response): Promise<{ result?: unknown; error?: string } | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" ? body : null;
}
