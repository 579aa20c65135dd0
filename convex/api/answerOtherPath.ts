// Answers the paths without a row of their own in http.ts, because every request pays for a row: the documentation, the
// Model Context Protocol, and those that nothing takes.
/* eslint-disable switchyard/layers -- Like areas.ts, it names entry modules and loads each on demand. */
import type { ActionCtx } from "../_generated/server";
import { receive as answerUnknownPath } from "./answerUnknownPath";
import type { Exchange } from "./envelope";

interface Document {
  /** Answers GET and HEAD. */
  answer: (request: Request, exchange: Exchange) => Promise<Response>;
}

/** What anybody may read. Browsers may ask for it as for all the rest. */
const documents: ReadonlyMap<string, () => Promise<Document>> = new Map([
  ["/docs", () => import("../docs/answer")],
  ["/api/v1/openapi.json", () => import("./openApiDocument")],
]);

export async function receive(ctx: ActionCtx, request: Request, exchange: Exchange): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/mcp") return await (await import("../mcp/receive")).receive(ctx, request, exchange);
  const load = documents.get(pathname);
  if (load !== undefined && request.method === "OPTIONS") {
    return (await import("./preflight")).preflightResponse(exchange);
  }
  if (request.method === "GET" || request.method === "HEAD") {
    if (load !== undefined) return await (await load()).answer(request, exchange);
    if (pathname === "/" && wantsPage(request)) return redirectToDocs(exchange);
  }
  return await answerUnknownPath(ctx, request, exchange);
}

/** Browsers name HTML when a person opens an address. Programs do not, and learn that there is nothing here. */
function wantsPage(request: Request): boolean {
  return (request.headers.get("Accept") ?? "").includes("text/html");
}

function redirectToDocs({ requestId }: Exchange): Response {
  const headers = { Location: "/docs", Vary: "Accept", "Cache-Control": "no-store", "X-Request-ID": requestId };
  return new Response(null, { status: 302, headers });
}
