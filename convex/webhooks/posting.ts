// Sends one message to its receiver.
import { findUrlProblem, isLoopbackUrl } from "./addresses";
import { timeoutMs } from "./senderLease";
import { mayUseLoopback } from "./listening";
import { readRetryAfter } from "./retries";

export interface Answer {
  statusCode: number | null;
  /** A sentence that says why the message has not arrived. Null when it has. */
  error: string | null;
  retryAfterMs: number | null;
}

/**
 * The option of the draft standard Local Network Access: a request fails that would connect to an address of another
 * kind. The embedded engine has it; platforms that lack it ignore it, and have no such network around them.
 */
type PlacedRequest = RequestInit & { targetAddressSpace: "public" | "loopback" };

export async function post(url: string, signed: Record<string, string>, body: string): Promise<Answer> {
  // The deployment may listen elsewhere since the webhook was made.
  const problem = findUrlProblem(url, { mayUseLoopback: mayUseLoopback() });
  if (problem !== null) return notSent(`It was not sent: the address ${problem}.`);
  const request: PlacedRequest = {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": "Switchyard-Webhooks/1", ...signed },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    targetAddressSpace: isLoopbackUrl(url) ? "loopback" : "public",
  };
  try {
    const response = await fetch(url, request);
    // Nobody reads what else the receiver says.
    await response.body?.cancel().catch(() => undefined);
    return answerOf(response);
  } catch (error) {
    return notSent(reasonOf(error));
  }
}

function answerOf({ status, type, headers }: Response): Answer {
  // Browsers and some platforms hide where a redirect leads, and its status.
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    return {
      statusCode: status === 0 ? null : status,
      error: "It answered with a redirect, which is not followed.",
      retryAfterMs: null,
    };
  }
  const hasArrived = status >= 200 && status < 300;
  if (hasArrived) return { statusCode: status, error: null, retryAfterMs: null };
  const retryAfterMs = readRetryAfter(headers.get("Retry-After"), Date.now());
  return { statusCode: status, error: `It answered ${status}.`, retryAfterMs };
}

function notSent(error: string): Answer {
  return { statusCode: null, error, retryAfterMs: null };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `It did not answer within ${timeoutMs / 1000} seconds.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code =
    typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
      ? cause.code
      : null;
  return code === null ? "It could not be reached." : `It could not be reached (${code}).`;
}
