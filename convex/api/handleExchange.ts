// One request and its response. Whatever fails in between, the client gets an answer with a request id.
import { errorResponse, startExchange } from "./envelope";
import type { Exchange } from "./envelope";
import { apiErrorOf } from "../lib/errors";

/** Runs `answer`. A refusal that it throws becomes its response; any other error becomes INTERNAL and is logged. */
export async function handleExchange(
  request: Request,
  answer: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  const started = startExchange(crypto.randomUUID(), request.headers, Date.now());
  let response: Response;
  try {
    response = await answer(started);
  } catch (thrown) {
    const refusal = apiErrorOf(thrown) ?? (await import("../lib/conflicts")).conflictErrorOf(thrown);
    const told = refusal ?? (await import("./unexpectedErrors")).logUnexpectedError(started.requestId, request, thrown);
    response = errorResponse(started, told);
  }
  if (response.status >= 400)
    (await import("./logRefusedRequest")).logRefusedRequest(started, request, response.status);
  return response;
}
