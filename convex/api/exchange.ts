// One request and its response: whatever happens between them, the client gets an answer with a request id.
import { errorResponse, startExchange } from "./envelope";
import type { Exchange } from "./envelope";
import { refusalOf } from "./errors";

/** Runs `answer`; what it throws becomes the response to a refusal or, with the details in the log alone, INTERNAL. */
export async function exchange(request: Request, answer: (exchange: Exchange) => Promise<Response>): Promise<Response> {
  const started = startExchange(crypto.randomUUID(), request.headers, Date.now());
  try {
    return await answer(started);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal !== null) return errorResponse(started, refusal);
    const { noteFault } = await import("./faults");
    return errorResponse(started, noteFault(started.requestId, request, thrown));
  }
}
