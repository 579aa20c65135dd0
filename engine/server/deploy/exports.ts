// `npx convex export`: one request starts an export, another fetches it when it is finished. In between, the command
// line watches a query.
import { RequestError } from "../../application/contract";
import { requireAdmin } from "../adminAccess";
import type { Endpoint, Exchange } from "../exchange";
import { sendJson } from "../reply";
import { writeStream } from "../responseStream";

export const requestExport: Endpoint = async (exchange) => {
  await requireAdmin(exchange);
  const includeStorage = new URLSearchParams(exchange.query).get("includeStorage") === "true";
  await exchange.services.application.exports.request(includeStorage);
  sendJson(exchange, 200, {});
};

/** Answers `GET` and `HEAD /api/export/zip/<timestamp>`. */
export async function serveExport(exchange: Exchange, ts: string): Promise<void> {
  await requireAdmin(exchange);
  const { request, response, services } = exchange;
  const file = await services.application.exports.open(ts);
  if (file === null) throw new RequestError(410, "ExportNotFound", "There is no such export, or it was deleted.");
  response.writeHead(200, {
    "Content-Type": "application/zip",
    "Content-Length": file.size,
    // The name has no quotes, because the command line uses this text unchanged as the name of the file.
    "Content-Disposition": `attachment; filename=${file.name}`,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const { stallTimeoutMs } = services.limits;
  await writeStream(exchange, file.open(), { maxBytes: file.size, stallTimeoutMs });
}
