// Writes no faster than the client reads, and stops when the client does not read.
import type { ServerResponse } from "node:http";
import type { Exchange } from "./exchange";
import { detach, listen, listenOnce } from "./guard";

/** The source of a response produced more bytes than it may. */
export class StreamTooLong extends Error {}

export interface StreamBounds {
  maxBytes: number;
  stallTimeoutMs: number;
}

/** Ends the response, or throws. Leaving the loop early also ends the source. */
export async function writeStream(
  exchange: Exchange,
  source: AsyncIterable<Uint8Array>,
  bounds: StreamBounds,
): Promise<void> {
  const { response } = exchange;
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > bounds.maxBytes) throw new StreamTooLong(`The response is larger than ${bounds.maxBytes} bytes.`);
    await writeSlices(exchange, chunk, bounds.stallTimeoutMs);
    if (response.destroyed) return;
  }
  endResponse(exchange, "", bounds.stallTimeoutMs);
}

/** A client must read this many bytes within the stall timeout to show that it reads at all. */
const SLICE_BYTES = 128 * 1024;

/** Writes a whole body. A body that fits into one slice leaves in a single write together with the head. */
export function writeWhole(exchange: Exchange, body: string | Uint8Array, stallMs: number): void {
  if (body.length <= SLICE_BYTES) endResponse(exchange, body, stallMs);
  else detach(exchange.response, writeLong(exchange, body, stallMs));
}

async function writeLong(exchange: Exchange, body: string | Uint8Array, stallMs: number): Promise<void> {
  await writeSlices(exchange, typeof body === "string" ? Buffer.from(body) : body, stallMs);
  if (!exchange.response.destroyed) endResponse(exchange, "", stallMs);
}

async function writeSlices({ response, memory }: Exchange, bytes: Uint8Array, stallMs: number): Promise<void> {
  for (let start = 0; start < bytes.byteLength && !response.destroyed; start += SLICE_BYTES) {
    if (response.write(bytes.subarray(start, start + SLICE_BYTES))) continue;
    // The head has been sent, so a client that leaves too much unread can only be dropped.
    const unread = bytes.byteLength - start;
    if (memory.grow(unread)) await untilDrained(response, stallMs).finally(() => memory.grow(-unread));
    else response.destroy();
  }
}

export function endResponse({ response, memory }: Exchange, body: string | Uint8Array, stallMs: number): void {
  response.end(body);
  if (response.writableLength === 0) return;
  if (!memory.grow(response.writableLength)) {
    response.destroy();
    return;
  }
  const disarm = dropAfter(response, stallMs);
  listenOnce(response, "finish", disarm);
  listenOnce(response, "close", disarm);
}

/** Resolves when the client has taken what was written, or is gone. */
function untilDrained(response: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const disarm = dropAfter(response, stallMs);
    const proceed = (): void => {
      disarm();
      for (const stop of listening) stop();
      resolve();
    };
    const listening = [listen(response, "drain", proceed), listen(response, "close", proceed)];
  });
}

/**
 * Drops the connection after `ms`. The socket's own timeout does not serve here, because a client can postpone it by
 * sending data. The timer of a pipelined reply starts when the reply's turn has come and it is linked to the socket.
 */
function dropAfter(response: ServerResponse, ms: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setTimeout(() => response.destroy(), ms);
  };
  const stopWaiting = response.socket === null ? listenOnce(response, "socket", start) : start();
  return () => {
    clearTimeout(timer);
    stopWaiting?.();
  };
}
