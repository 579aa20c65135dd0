// Turns a page of a list into a response. Only requests for lists load this file.
import type { ActionCtx } from "../_generated/server";
import type { EndpointArgs } from "./builders";
import { jsonResponse, fromJsonText, textResponse } from "./envelope";
import type { Exchange, JsonText } from "./envelope";
import type { Page } from "./pagination";
import type { AnyInput, FollowedItem, PageShape, ReadRoute } from "./routeBuilders";

/** A route whose endpoint returns pages. */
export type ListRoute = ReadRoute & { answer: Exclude<ReadRoute["answer"], { kind: "data" } | { kind: "file" }> };

export async function pageResponse(
  ctx: ActionCtx,
  request: Request,
  exchange: Exchange,
  { answer, endpoint }: ListRoute,
  args: EndpointArgs<AnyInput>,
  page: JsonText<Page<FollowedItem>>,
): Promise<Response> {
  if (answer.kind === "page") {
    if (answer.hasLines !== true) return shownPage(exchange, answer, page);
    const { acceptsLines, lineResponse } = await import("./lines");
    return acceptsLines(request)
      ? await lineResponse(ctx, exchange, endpoint, args, page)
      : shownPage(exchange, answer, page);
  }
  const { answerFollower } = await import("./follow");
  return await answerFollower(ctx, request, exchange, answer, args, fromJsonText(page));
}

function shownPage(exchange: Exchange, shape: PageShape, text: JsonText<Page<unknown>>): Response {
  if (exchange.isLegacy && shape.legacy !== undefined) {
    return jsonResponse(exchange, 200, legacyBody(shape.legacy, fromJsonText(text)));
  }
  if (!shape.hasRequestId) return textResponse(exchange, 200, text);
  return jsonResponse(exchange, 200, { ...fromJsonText(text), requestId: exchange.requestId });
}

function legacyBody(shape: "nested" | "bare", { data, nextCursor, hasMore }: Page<unknown>): unknown {
  return shape === "bare" ? { data } : { data, pagination: { nextCursor, hasMore } };
}
