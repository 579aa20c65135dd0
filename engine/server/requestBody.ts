// Reads request bodies into memory, bounded in size and time.
import { brotliDecompress, gunzip, type InputType } from "node:zlib";
import { promisify } from "node:util";
import { RequestError } from "../application/contract";
import type { Exchange } from "./exchange";
import { BodyBuffer } from "./bodyBuffer";
import { guarded, listen, listenOnce } from "./guard";
import { errorReply } from "./errorReply";
import { endResponse } from "./responseStream";
import { tooManyBytes } from "./limitReached";

/** The body is refused. The rest of it stays unread, so the connection must not be used again. */
export class BodyError extends RequestError {}

/** The client went away while its body was read, so nobody can be answered. */
export class ClientGone extends Error {}

/** The same answer as LimitReached, for a connection that must not be used again. */
function tooManyBytesError(): BodyError {
  const { status, code, message, retryAfterS } = tooManyBytes();
  return new BodyError(status, code, message, retryAfterS);
}

export interface BodyBounds {
  maxBytes: number;
  timeoutMs: number;
}

export function tooLargeError(maxBytes: number): BodyError {
  return new BodyError(413, "PayloadTooLarge", `The request body is larger than ${maxBytes} bytes.`);
}

function hasBody(exchange: Exchange): boolean {
  const { headers } = exchange.request;
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/**
 * Answers `Expect: 100-continue` once the server wants the body. A client that asks first never sends a refused body.
 */
export function sendContinue(exchange: Exchange, maxBytes: number): void {
  const { request, response, bodyError } = exchange;
  if (bodyError !== null) throw bodyError;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLargeError(maxBytes);
  if (request.headers.expect !== undefined) response.writeContinue();
}

const EMPTY = Buffer.alloc(0);

export async function readBody(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  if (!hasBody(exchange)) return EMPTY;
  sendContinue(exchange, bounds.maxBytes);
  return collect(exchange, bounds);
}

function collect(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  const { request, memory } = exchange;
  // The client may have gone in the meantime. In that case no further event will report it.
  if (request.destroyed) throw new ClientGone();
  return new Promise((resolve, reject) => {
    const body = new BodyBuffer();
    const onData = (chunk: Buffer): void => {
      if (body.length + chunk.length > bounds.maxBytes) settle(() => reject(tooLargeError(bounds.maxBytes)));
      else if (!memory.resize(body.allocatedWith(chunk))) settle(() => reject(tooManyBytesError()));
      else body.add(chunk);
    };
    const onEnd = (): void => settle(() => resolve(body.bytes()));
    const onGone = (): void => settle(() => reject(new ClientGone()));
    const onBroken = (fault: RequestError): void => settle(() => reject(fault));
    const timer = setTimeout(() => settle(() => reject(tooSlowError())), bounds.timeoutMs);
    function settle(finish: () => void): void {
      clearTimeout(timer);
      for (const stop of listening) stop();
      finish();
    }
    const listening = [
      listen(request, "data", onData),
      listen(request, "end", onEnd),
      listen(request, "close", onGone),
      listen(request, "broken", onBroken),
    ];
    // An aborted request also emits "error", which would end the process if nothing listened for it.
    listen(request, "error", onGone);
  });
}

/** The rest of the body cannot be read. The endpoint that reads it, or will read it, refuses the request. */
export function breakBody(exchange: Exchange, errorCode: string | undefined): void {
  const endedEarly = errorCode === "HPE_INVALID_EOF_STATE";
  const fault = endedEarly ? "The request body ended too early." : "The chunks of the request body are malformed.";
  exchange.bodyError = new BodyError(400, "InvalidRequest", fault);
  exchange.response.shouldKeepAlive = false;
  exchange.request.emit("broken", exchange.bodyError);
}

/**
 * Refuses a body. Ending a connection that still receives data resets it, and then the client may never read the reply.
 * So this function sends the whole reply, throws away the rest of the body for a moment, and then ends the connection.
 */
export function failBody(exchange: Exchange, refused: BodyError): void {
  const { request, response, services } = exchange;
  const { lingerMs } = services.limits;
  const { headers, body } = errorReply(refused, exchange.errorFormat, exchange.requestId);
  headers.push("Content-Length", String(Buffer.byteLength(body)), "Connection", "close");
  response.writeHead(refused.status, headers);
  response.write(body);
  const timer = setTimeout(guarded(response, finish), lingerMs);
  function finish(): void {
    clearTimeout(timer);
    endResponse(exchange, "", lingerMs);
  }
  // A client that has ended its side sends no more.
  if (request.socket.readableEnded) return finish();
  listenOnce(request, "end", finish);
  listenOnce(request, "close", finish);
  request.resume();
}

function tooSlowError(): BodyError {
  return new BodyError(408, "RequestTimeout", "The request body did not arrive in time.");
}

/** Like `readBody`, but undoes `Content-Encoding`. The bound on the size applies before and after. */
export async function readDecodedBody(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  const undo = DECODERS.get(encodingOf(exchange));
  if (undo === undefined) throw unsupportedEncoding("must be identity, gzip or br");
  const body = await readBody(exchange, bounds);
  return undo === null ? body : decompress(undo, body, bounds.maxBytes);
}

/**
 * Reads the body of a caller who has not shown the admin key. It must not be compressed, because twenty kilobytes may
 * become twenty megabytes.
 */
export async function readPlainBody(exchange: Exchange, bounds: BodyBounds): Promise<Buffer> {
  if (encodingOf(exchange) !== "identity") throw unsupportedEncoding("is allowed with the admin key only");
  return readBody(exchange, bounds);
}

function encodingOf({ request }: Exchange): string {
  return (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
}

function unsupportedEncoding(what: string): RequestError {
  return new RequestError(415, "UnsupportedEncoding", `Content-Encoding ${what}.`);
}

type Decompress = (data: InputType, options: { maxOutputLength: number }) => Promise<Buffer>;
const unbrotli: Decompress = promisify(brotliDecompress);
const ungzip: Decompress = promisify(gunzip);

/** The functions that decode a body, by its Content-Encoding. null: the body is not encoded. */
const DECODERS = new Map([
  ["identity", null],
  ["br", unbrotli],
  ["gzip", ungzip],
]);

async function decompress(undo: Decompress, body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await undo(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLargeError(maxBytes);
    throw new RequestError(400, "BadEncoding", "The request body does not decompress as its Content-Encoding says.");
  }
}
