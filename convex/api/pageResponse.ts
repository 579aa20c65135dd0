// Turns a page of a list into a response. Only requests for lists load this file.
import type { ActionCtx } from "../_generated/server";
import type { EndpointArgs } from "./builders";
import { jsonResponse, fromJsonText, textResponse } from "./envelope";
import type { Exchange, JsonText } from "./envelope";
import type { Page } from "./pagination";
import type { AnyInput, NumberedItem, PageShape, ReadRoute } from "./routes";

export async function pageResponse(
  ctx: ActionCtx,
  request: Request,
  exchange: Exchange,
  answer: Exclude<ReadRoute["answer"], { kind: "data" }>,
  args: EndpointArgs<AnyInput>,
  page: JsonText<Page<NumberedItem>>,
): Promise<Response> {
  if (answer.kind === "page") return shownPage(exchange, answer, page);
  const { answerFollower } = await import("./follow");
  return await answerFollower(ctx, request, exchange, answer.further, args, fromJsonText(page));
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
