// Reading request bodies into memory, bounded in size and time.
import { brotliDecompress, gunzip, type InputType } from "node:zlib";
import { promisify } from "node:util";
import { RequestError } from "../application/contract";
import type { Exchange } from "./exchange";
import { refusalOf } from "./refusal";
import { endResponse } from "./responseStream";

/** The body cannot be taken. What is left of it stays unread, so the connection must not be used again. */
export class BodyRefused extends RequestError {}

/** The client went away while its body was read: nobody is left to answer. */
export class ClientGone extends Error {}

export interface BodyBounds {
  maxBytes: number;
  timeoutMs: number;
}

export function tooLarge(maxBytes: number): BodyRefused {
  return new BodyRefused(413, "PayloadTooLarge", `The request body is larger than ${maxBytes} bytes.`);
}

function hasBody(exchange: Exchange): boolean {
  const { headers } = exchange.request;
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Answers `Expect: 100-continue` once the body is wanted; until then a refused body is never sent. */
export function inviteBody(exchange: Exchange, maxBytes: number): void {
  const { request, response } = exchange;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.headers.expect !== undefined) response.writeContinue();
}

const EMPTY = Buffer.alloc(0);

export async function readBody(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  if (!hasBody(exchange)) return EMPTY;
  inviteBody(exchange, bounds.maxBytes);
  return collect(exchange, bounds);
}

function collect(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  const { request } = exchange;
  // It may have gone while something else was looked at; then no event will tell of it any more.
  if (request.destroyed) throw new ClientGone();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bounds.maxBytes) settle(() => reject(tooLarge(bounds.maxBytes)));
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks)));
    const onGone = (): void => settle(() => reject(new ClientGone()));
    const timer = setTimeout(() => settle(() => reject(tooSlow())), bounds.timeoutMs);
    function settle(finish: () => void): void {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onGone);
      finish();
    }
    request.on("data", onData).on("end", onEnd).on("close", onGone);
    // An aborted request also emits "error"; without a listener that would end the process.
    request.on("error", onGone);
  });
}

/**
 * Ending a connection that still receives resets it, and the client may then never read the reply. So the reply is
 * sent whole, the rest of the body is thrown away for a moment, and then the connection ends.
 */
export function refuseBody(exchange: Exchange, refused: BodyRefused): void {
  const { request, response, services } = exchange;
  const { lingerMs } = services.limits;
  const { headers, body } = refusalOf(refused, exchange.refusalForm, exchange.requestId);
  headers.push("Content-Length", String(Buffer.byteLength(body)), "Connection", "close");
  response.writeHead(refused.status, headers);
  response.write(body);
  const timer = setTimeout(finish, lingerMs);
  function finish(): void {
    clearTimeout(timer);
    endResponse(response, "", lingerMs);
  }
  request.once("end", finish).once("close", finish).resume();
}

function tooSlow(): BodyRefused {
  return new BodyRefused(408, "RequestTimeout", "The request body did not arrive in time.");
}

/** As `readBody`, undoing `Content-Encoding`; the bound holds before and after. */
export async function readDecodedBody(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  const body = await readBody(exchange, bounds);
  const encoding = exchange.request.headers["content-encoding"] ?? "identity";
  switch (encoding.trim().toLowerCase()) {
    case "identity":
      return body;
    case "br":
      return decompress(unbrotli, body, bounds.maxBytes);
    case "gzip":
      return decompress(ungzip, body, bounds.maxBytes);
    default:
      throw new RequestError(415, "UnsupportedEncoding", `Content-Encoding ${encoding} is not supported.`);
  }
}

type Decompress = (data: InputType, options: { maxOutputLength: number }) => Promise<Buffer>;
const unbrotli: Decompress = promisify(brotliDecompress);
const ungzip: Decompress = promisify(gunzip);

async function decompress(undo: Decompress, body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await undo(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes);
    throw new RequestError(400, "BadEncoding", "The request body does not decompress as its Content-Encoding says.");
  }
}
