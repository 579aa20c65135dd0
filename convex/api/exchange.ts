// One request and its response: whatever happens between them, the client gets an answer with a request id.
import { errorResponse, startExchange } from "./envelope";
import type { Exchange } from "./envelope";
import { apiError, refusalOf } from "./errors";

/** Runs `answer`; what it throws becomes the response to a refusal or, with the details in the log alone, INTERNAL. */
export async function exchange(request: Request, answer: (exchange: Exchange) => Promise<Response>): Promise<Response> {
  const started = startExchange(crypto.randomUUID(), request.headers, Date.now());
  try {
    return await answer(started);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal !== null) return errorResponse(started, refusal);
    logFault(started.requestId, request, thrown);
    return errorResponse(started, apiError("INTERNAL", "Something went wrong on our side.").data);
  }
}

/** The path and no query: clients put secrets into queries now and then. */
export function logFault(requestId: string, request: Request, thrown: unknown): void {
  const details = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  console.error(`Request ${requestId} (${request.method} ${new URL(request.url).pathname}) failed: ${details}`);
}
