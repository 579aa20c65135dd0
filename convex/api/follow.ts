// Clients may wait for new items of a list or receive them as events. Only requests for such lists load this file.
import type { ActionCtx } from "../_generated/server";
import type { EndpointArgs } from "./builders";
import { commonHeaders, jsonResponse } from "./envelope";
import type { Exchange } from "./envelope";
import { invalid } from "../lib/errors";
import { eventStream } from "./eventStream";
import { pageBounds } from "./pagination";
import type { Page } from "./pagination";
import { positionAfter } from "./routeBuilders";
import type { AnyInput, FollowedItem, FollowParameters, Following, Position } from "./routeBuilders";
import { pollUntilNew } from "./pollUntilNew";
import type { Poll } from "./pollUntilNew";

/** A client that reconnects sends the last id that it received. That id wins over a position in the query. */
export function withResumePosition(
  input: AnyInput,
  headers: Headers,
  positionOfId: Following["positionOfId"],
): AnyInput {
  const lastId = headers.get("Last-Event-ID");
  if (lastId === null || !wantsStream(headers)) return input;
  const after = positionOfId(lastId);
  if (after === null) throw invalid("Last-Event-ID", "Last-Event-ID must be the id of an event.");
  const { cursor: _cursor, ...rest } = input;
  return { ...rest, after };
}

/** `first` is the page that the client receives at once when it is not empty or the client does not want to wait. */
export async function answerFollower(
  ctx: ActionCtx,
  request: Request,
  exchange: Exchange,
  { further }: Following,
  { credential, input }: EndpointArgs<AnyInput & FollowParameters>,
  first: Page<FollowedItem>,
): Promise<Response> {
  const { after, cursor = 0, limit = pageBounds.runs.default, wait = 0, ...which } = input;
  const asked: Position = typeof after === "string" ? after : Math.max(after ?? 0, cursor);
  const isStream = wantsStream(request.headers);
  const most = isStream ? pageBounds.runs.default : limit;
  const look: Poll = (from) => ctx.runQuery(further, { credential, input: { ...which, after: from, limit: most } });
  const position = positionAfter(first, asked);
  // Platforms drop the body of an answer to HEAD, so waiting would be useless.
  const isHead = request.method === "HEAD";
  if (isStream) return await streamResponse(exchange, look, first, position, isHead);
  const isAnswered = first.data.length > 0 || wait === 0 || isHead;
  return jsonResponse(exchange, 200, isAnswered ? first : await waitForPage(look, position, wait * 1000));
}

async function waitForPage(look: Poll, position: Position, waitMs: number): Promise<Page<FollowedItem>> {
  const nowMs = Date.now();
  // The action can only be woken by a change of what its last query read, so that must be this one.
  const found = await look(position);
  if (found.page.data.length > 0) return found.page;
  const next = positionAfter(found.page, position);
  return (await pollUntilNew(look, next, found, { quietSinceMs: nowMs, untilMs: nowMs + waitMs })).page;
}

async function streamResponse(
  exchange: Exchange,
  look: Poll,
  first: Page<FollowedItem>,
  position: Position,
  isHead: boolean,
): Promise<Response> {
  const next = await look(position);
  // No items are left, and none will come. A client that follows the standard reconnects when a stream ends, but not
  // after an answer that is not a stream.
  if (next.isOver && first.data.length === 0 && next.page.data.length === 0) return jsonResponse(exchange, 200, first);
  const headers = {
    ...commonHeaders(exchange),
    "Content-Type": "text/event-stream; charset=utf-8",
    // Proxies must forward each event at once. nginx would otherwise collect them, and others compress them.
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  return new Response(isHead ? null : eventStream(look, first.data, next, position, exchange.requestId), { headers });
}

function wantsStream(headers: Headers): boolean {
  const accepted = headers.get("Accept")?.toLowerCase().split(",") ?? [];
  return accepted.some((range) => range.split(";")[0]?.trim() === "text/event-stream");
}
