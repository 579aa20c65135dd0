// How the runner talks to the service: POST /job/callback. A call is repeated until the service has answered it or
// nobody wants the answer any more. A key of its own keeps a repeated call from being done twice.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { toWellFormedJson } from "../text/json";
import { connectionFailureReason } from "./reachability";
import type { Reachability } from "./reachability";
import { CallRefusedError, ServiceUnusableError, TokenRefusedError } from "./errors";
import { firstVersionOf } from "./olderService";
import { operationsWithoutKey } from "./operations";
import type { Args, OperationName, Result } from "./operations";
import type { ConcurrencyLimit } from "./concurrencyLimit";
import { retryDelayMs, retryAfterMs } from "../http/retry";

export interface Service {
  url: string;
  token: string;
  reachability: Reachability;
  /** How long a call is repeated while the service cannot be reached. Without it there is no limit. */
  giveUpAfterMs?: () => number;
  /** How many calls may be under way at once. Those that ask to wait are apart, so that they delay no report. */
  limits?: { waiting: ConcurrencyLimit; others: ConcurrencyLimit };
}

export interface Lease {
  jobId: string;
  fence: number;
}

export type Call = <Name extends OperationName>(operation: Name, args: Args<Name>) => Promise<Result<Name>>;

/** An answer that takes longer than this, beside the time that the call itself asks to wait, is lost. */
const answerMs = 30_000;

/** `unwanted` ends all calls. With `lease`, the service refuses them once another runner has claimed the job. */
export function createCall(service: Service, unwanted: AbortSignal, lease?: Lease): Call {
  const call = createPlainCall(service, unwanted, lease);
  return async (operation, args) => {
    try {
      return await call(operation, args);
    } catch (error) {
      const older = isMisunderstood(error) ? firstVersionOf(operation, args) : null;
      if (older === null) throw error;
      return await call(operation, older);
    }
  };
}

function isMisunderstood(error: unknown): boolean {
  return error instanceof CallRefusedError && error.isMisunderstood;
}

function createPlainCall(service: Service, unwanted: AbortSignal, lease: Lease | undefined): Call {
  return async (operation, args) => {
    const key: Record<string, string> = operationsWithoutKey.has(operation) ? {} : { "Idempotency-Key": randomUUID() };
    const headers = { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json", ...key };
    const body = toWellFormedJson({ operation, args, lease });
    const waitMs = ("waitMs" in args ? args.waitMs : null) ?? 0;
    const sinceMs = performance.now();
    for (let tries = 0; ; tries++) {
      unwanted.throwIfAborted();
      const answer = await inPlace(service, waitMs, () => {
        const signal = AbortSignal.any([unwanted, AbortSignal.timeout(waitMs + answerMs)]);
        return ask(service, operation, { method: "POST", headers, body, signal });
      });
      // The types are those of the service itself, which has checked the arguments.
      if (answer.kind === "result") return answer.result as Result<typeof operation>;
      unwanted.throwIfAborted();
      const afterMs =
        answer.kind === "lost"
          ? Math.min(retryDelayMs(tries), patienceLeftMs(service, answer.reason, sinceMs))
          : Math.max(retryDelayMs(tries), answer.afterMs);
      await pause(afterMs, undefined, { signal: unwanted });
    }
  };
}

function inPlace<Result>({ limits }: Service, waitMs: number, work: () => Promise<Result>): Promise<Result> {
  if (limits === undefined) return work();
  return (waitMs > 0 ? limits.waiting : limits.others).run(work);
}

/** Tells that the service cannot be reached. Throws ServiceUnusableError when it has not been for too long. */
function patienceLeftMs({ url, reachability, giveUpAfterMs }: Service, reason: string, sinceMs: number): number {
  const leftMs = giveUpAfterMs === undefined ? Infinity : sinceMs + giveUpAfterMs() - performance.now();
  if (leftMs <= 0) {
    throw new ServiceUnusableError(
      `Nothing answers at ${url} (${reason}). Start the service, or name another with --url.`,
    );
  }
  reachability.markUnreachable(reason);
  return leftMs;
}

type Answer =
  | { kind: "result"; result: unknown }
  | { kind: "again"; afterMs: number }
  | { kind: "lost"; reason: string };
const again: Answer = { kind: "again", afterMs: 0 };

async function ask(service: Service, operation: OperationName, request: RequestInit): Promise<Answer> {
  // The token goes to the configured address alone.
  const address = `${service.url}/job/callback`;
  const response = await fetch(address, { ...request, redirect: "manual" }).catch(connectionFailureReason);
  if (typeof response === "string") return { kind: "lost", reason: response };
  service.reachability.markReachable();
  const body = await bodyOf(response);
  const { status, headers } = response;
  if (status === 200 && body !== null) return { kind: "result", result: body.result };
  if (status === 429 || status >= 500) {
    return { kind: "again", afterMs: retryAfterMs(headers.get("Retry-After"), Date.now()) };
  }
  if (status === 200) return again;
  if (status >= 300 && status < 400) throw new ServiceUnusableError(redirectText(service.url, headers.get("Location")));
  if (status === 401) throw new TokenRefusedError(`${service.url} does not accept the token: ${body?.error ?? "401"}`);
  if (body?.error === undefined)
    throw new ServiceUnusableError(`${service.url} is not a Switchyard service: it answers ${status}.`);
  throw new CallRefusedError(operation, body.error);
}

function redirectText(url: string, location: string | null): string {
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url).origin : "another address";
  return `${url} redirects to ${target}, to which the token was not sent. Name the service's own address with --url.`;
}

/** Returns null for a body that is cut off or is not an object, which a proxy may send. */
async function bodyOf(response: Response): Promise<{ result?: unknown; error?: string } | null> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" ? body : null;
}
