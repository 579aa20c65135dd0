// Pages as responses, in the current and in the legacy envelope. Loaded by requests for lists.
import type { ActionCtx } from "../_generated/server";
import type { EndpointArgs } from "./builders";
import { jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";
import type { Page } from "./pagination";
import type { AnyInput, NumberedItem, PageShape, ReadRoute } from "./routes";

export async function pageResponse(
  ctx: ActionCtx,
  request: Request,
  exchange: Exchange,
  answer: Exclude<ReadRoute["answer"], { kind: "data" }>,
  args: EndpointArgs<AnyInput>,
  page: Page<NumberedItem>,
): Promise<Response> {
  if (answer.kind === "page") return jsonResponse(exchange, 200, pageBody(exchange, answer, page));
  const { answerFollower } = await import("./follow");
  return await answerFollower(ctx, request, exchange, answer.further, args, page);
}

function pageBody({ isLegacy, requestId }: Exchange, shape: PageShape, page: Page<unknown>): unknown {
  const { data, nextCursor, hasMore } = page;
  if (!isLegacy || shape.legacy === undefined) return shape.hasRequestId ? { ...page, requestId } : page;
  return shape.legacy === "bare" ? { data } : { data, pagination: { nextCursor, hasMore } };
}
