// Writing no faster than the client reads, and not for ever to one that does not read.
import type { ServerResponse } from "node:http";

/** The source gave more than it may. */
export class StreamTooLong extends Error {}

export interface StreamBounds {
  maxBytes: number;
  stallTimeoutMs: number;
}

/** Ends the response, or throws; leaving the loop early also ends the source. */
export async function writeStream(
  response: ServerResponse,
  source: AsyncIterable<Uint8Array>,
  bounds: StreamBounds,
): Promise<void> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > bounds.maxBytes) throw new StreamTooLong(`The response is larger than ${bounds.maxBytes} bytes.`);
    await writeSlices(response, chunk, bounds.stallTimeoutMs);
    if (response.destroyed) return;
  }
  endResponse(response, "", bounds.stallTimeoutMs);
}

/** What a client must take within the time of a stall to show that it reads at all. */
const SLICE_BYTES = 128 * 1024;

/** A whole body. One that fits a slice leaves in a single write together with the head. */
export async function writeWhole(response: ServerResponse, body: string | Uint8Array, stallMs: number): Promise<void> {
  if (body.length <= SLICE_BYTES) return endResponse(response, body, stallMs);
  await writeSlices(response, typeof body === "string" ? Buffer.from(body) : body, stallMs);
  if (!response.destroyed) endResponse(response, "", stallMs);
}

async function writeSlices(response: ServerResponse, bytes: Uint8Array, stallMs: number): Promise<void> {
  for (let start = 0; start < bytes.byteLength && !response.destroyed; start += SLICE_BYTES) {
    if (!response.write(bytes.subarray(start, start + SLICE_BYTES))) await drained(response, stallMs);
  }
}

export function endResponse(response: ServerResponse, body: string | Uint8Array, stallMs: number): void {
  response.end(body);
  if (response.writableLength === 0) return;
  const disarm = dropAfter(response, stallMs);
  response.once("finish", disarm).once("close", disarm);
}

/** Until the client has taken what was written, or is gone. */
function drained(response: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const disarm = dropAfter(response, stallMs);
    const proceed = (): void => {
      disarm();
      response.off("drain", proceed).off("close", proceed);
      resolve();
    };
    response.on("drain", proceed).on("close", proceed);
  });
}

/**
 * Not the timeout of the socket, which a client puts off by sending. A pipelined reply waits for its turn first, and
 * meets the socket then.
 */
function dropAfter(response: ServerResponse, ms: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setTimeout(() => response.destroy(), ms);
  };
  if (response.socket === null) response.once("socket", start);
  else start();
  return () => {
    clearTimeout(timer);
    response.off("socket", start);
  };
}
