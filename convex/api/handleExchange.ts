// One request and its response. Whatever fails in between, the client gets an answer with a request id.
import type { ActionCtx } from "../_generated/server";
import { startExchange } from "./envelope";
import type { Exchange } from "./envelope";

/** Answers the requests of one path. What it throws becomes the answer. */
export type Receive = (ctx: ActionCtx, request: Request, exchange: Exchange) => Promise<Response>;

/**
 * Runs `answer`. A refusal that it throws becomes its response; any other error becomes INTERNAL and is logged. A
 * request that is part of another one has the id of that.
 */
export async function handleExchange(
  request: Request,
  answer: (exchange: Exchange) => Promise<Response>,
  requestId: string = crypto.randomUUID(),
): Promise<Response> {
  const started = startExchange(requestId, request.headers, Date.now());
  let response: Response;
  try {
    response = await answer(started);
  } catch (thrown) {
    response = (await import("./thrownErrors")).answerThrown(started, request, thrown);
  }
  if (response.status >= 400)
    (await import("./logRefusedRequest")).logRefusedRequest(started, request, response.status);
  return response;
}
