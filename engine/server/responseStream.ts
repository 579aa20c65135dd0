// Bodies that are produced piece by piece, no faster than the client takes them.
import type { ServerResponse } from "node:http";
import { dropWhenUnread } from "./reply";

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
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response, bounds.stallTimeoutMs);
  }
  response.end();
  dropWhenUnread(response, bounds.stallTimeoutMs);
}

/** Until the client has taken what was written, or is gone: one that takes nothing for `stallTimeoutMs` is dropped. */
function drained(response: ServerResponse, stallTimeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const { socket } = response;
    socket?.setTimeout(stallTimeoutMs);
    const proceed = (): void => {
      socket?.setTimeout(0);
      response.off("drain", proceed).off("close", proceed);
      resolve();
    };
    response.on("drain", proceed).on("close", proceed);
  });
}
