// Sends a whole list, one item as JSON in each line. A short list is read at once; a page of a longer one is read when
// the client has taken the page before it.
import type { ActionCtx } from "../_generated/server";
import type { EndpointArgs, QueryResult } from "./builders";
import { commonHeaders, fromJsonText } from "./envelope";
import type { Exchange, JsonText } from "./envelope";
import type { Page } from "./pagination";
import type { AnyInput, ReadRoute } from "./routeBuilders";

const mediaType = "application/x-ndjson";
const itemsPerPage = 100;
const pagesAtOnce = 5;
/** The platform ends a response at 20 MiB, and a client should know that there is more. */
const maxBytes = 15_000_000;

export function acceptsLines(request: Request): boolean {
  return (request.headers.get("Accept") ?? "").toLowerCase().includes(mediaType);
}

/** `first` is the page that `args` ask for. Each further page checks the key again; a refusal breaks the response. */
export async function lineResponse(
  ctx: ActionCtx,
  exchange: Exchange,
  endpoint: ReadRoute["endpoint"],
  { credential, input }: EndpointArgs<AnyInput>,
  first: JsonText<Page<unknown>>,
): Promise<Response> {
  const read = async (cursor: string): Promise<Page<unknown>> => {
    const asked = { ...input, limit: itemsPerPage, cursor };
    const { result }: QueryResult<unknown> = await ctx.runQuery(endpoint, { credential, input: asked });
    // The same endpoint has returned the first page.
    return fromJsonText(result as JsonText<Page<unknown>>);
  };
  const headers = { ...commonHeaders(exchange), "Content-Type": mediaType };
  let page = fromJsonText(first);
  let text = linesOf(page);
  for (let pages = 1; page.nextCursor !== null && pages < pagesAtOnce; pages++) {
    page = await read(page.nextCursor);
    text += linesOf(page);
  }
  if (page.nextCursor === null) return new Response(text, { headers });
  return new Response(linesAfter(text, page.nextCursor, read), { headers });
}

/**
 * The lines in `text`, and then those of the pages from `cursor` on. An answer that has become too long ends with a
 * line that has the cursor of what is missing.
 */
function linesAfter(
  text: string,
  cursor: string,
  read: (cursor: string) => Promise<Page<unknown>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting = text;
  let next: string | null = cursor;
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = encoder.encode(waiting);
        sent += bytes.length;
        controller.enqueue(bytes);
        if (next === null) return controller.close();
        if (sent >= maxBytes) {
          controller.enqueue(encoder.encode(`${JSON.stringify({ nextCursor: next })}\n`));
          return controller.close();
        }
        const page = await read(next);
        next = page.nextCursor;
        waiting = linesOf(page);
      },
    },
    { highWaterMark: 0 },
  );
}

function linesOf({ data }: Page<unknown>): string {
  return data.map((item) => `${JSON.stringify(item)}\n`).join("");
}
