// Files. Clients upload them with a token that is valid for a short time. Anybody who knows a file's URL can read it.
import { Transform, type Readable } from "node:stream";
import { RequestError, type StoredFile } from "../application/contract";
import type { Endpoint, Exchange } from "./exchange";
import { listen, listenOnce } from "./guard";
import { invalid } from "./jsonReader";
import { sendJson, sendWhole } from "./reply";
import { ClientGone, sendContinue, tooLargeError } from "./requestBody";
import { writeStream } from "./responseStream";

export const uploadFile: Endpoint = async (exchange) => {
  const { application, limits } = exchange.services;
  const token = new URLSearchParams(exchange.query).get("token");
  if (token === null) throw invalid('The query parameter "token" is missing.');
  const { headers } = exchange.request;
  const sha256 = readDigest(headers["digest"]);
  sendContinue(exchange, limits.maxUploadBytes);
  const body = boundedUpload(exchange, limits.maxUploadBytes);
  try {
    sendJson(exchange, 200, await application.uploadFile(token, body.stream, headers["content-type"] ?? null, sha256));
  } catch (error) {
    throw body.failure() ?? error;
  } finally {
    exchange.request.socket.setTimeout(0);
  }
};

/** Returns the digest in `Digest: sha-256=<base64>` as hex, or null when there is no such header. */
function readDigest(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const match = /^sha-256=([A-Za-z0-9+/]{43}=)$/i.exec(String(header).trim());
  if (match === null) throw invalid('The header "Digest" must be sha-256=<base64>.');
  return Buffer.from(match[1] ?? "", "base64").toString("hex");
}

/** Returns the request's body as a stream. It fails past `maxBytes`, and a silent client is dropped. */
export function boundedUpload(exchange: Exchange, maxBytes: number): { stream: Readable; failure: () => Error | null } {
  const { request, services } = exchange;
  const { stallTimeoutMs } = services.limits;
  let size = 0;
  let failure: Error | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, proceed): void {
      size += chunk.length;
      if (size > maxBytes) proceed((failure = tooLargeError(maxBytes)));
      else proceed(null, chunk);
    },
  });
  listenOnce(request, "close", () => {
    if (!request.complete) stream.destroy((failure ??= new ClientGone("The upload was broken off.")));
  });
  listenOnce(request, "broken", (fault) => stream.destroy((failure ??= fault)));
  // An error without a listener would end the process. The reader of the stream still receives the error.
  listen(stream, "error", () => request.unpipe(stream));
  request.socket.setTimeout(stallTimeoutMs);
  request.pipe(stream);
  return { stream, failure: () => failure };
}

/** Answers `GET` and `HEAD /api/storage/<uuid>`. */
export async function serveFile(exchange: Exchange, uuid: string): Promise<void> {
  const { request, response, services } = exchange;
  const file = await services.application.openFile(uuid);
  if (file === null) throw new RequestError(404, "FileNotFound", "There is no such file.");
  const headers = fileHeaders(file);
  const range = readRange(request.headers.range, file.size);
  switch (range.kind) {
    case "whole":
      response.writeHead(200, { ...headers, "Content-Length": file.size });
      return stream(exchange, file, undefined);
    case "part": {
      const { start, end } = range;
      const position = `bytes ${start}-${end}/${file.size}`;
      response.writeHead(206, { ...headers, "Content-Length": end - start + 1, "Content-Range": position });
      return stream(exchange, file, { start, end });
    }
    case "unsatisfiable":
      return sendWhole(exchange, 416, ["Content-Range", `bytes */${file.size}`], "");
  }
}

function fileHeaders(file: StoredFile): Record<string, string> {
  return {
    ...(file.contentType === null ? {} : { "Content-Type": file.contentType }),
    Digest: `sha-256=${Buffer.from(file.sha256, "hex").toString("base64")}`,
    "Cache-Control": "private, max-age=2592000",
    // The client that uploads a file declares its type, and a browser must not guess another.
    "X-Content-Type-Options": "nosniff",
    // The address has the origin of the deployment's own pages, and a file may be a page with scripts.
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Accept-Ranges": "bytes",
  };
}

async function stream(exchange: Exchange, file: StoredFile, range: { start: number; end: number } | undefined) {
  const { request, response, services } = exchange;
  if (request.method === "HEAD" || file.size === 0) {
    response.end();
    return;
  }
  const bounds = { maxBytes: file.size, stallTimeoutMs: services.limits.stallTimeoutMs };
  await writeStream(exchange, file.open(range), bounds);
}

type Range = { kind: "whole" } | { kind: "part"; start: number; end: number } | { kind: "unsatisfiable" };

/** One range is served, and several are refused. A header that is not a byte range is ignored (RFC 9110, 14.2). */
export function readRange(header: string | undefined, size: number): Range {
  if (header === undefined || !header.startsWith("bytes=")) return { kind: "whole" };
  if (header.includes(",")) return { kind: "unsatisfiable" };
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header);
  const [first, last] = [match?.[1] ?? "", match?.[2] ?? ""];
  if (first === "" && last === "") return { kind: "whole" };
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return { kind: "whole" };
  return start > end ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}
