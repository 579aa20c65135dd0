// The stdio of an agent's process as a stream of ACP messages, with bounds on what it may hold.
import { setImmediate as nextRound } from "node:timers/promises";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import { ndJsonStream } from "@agentclientprotocol/sdk/unstable";
import type { AgentProcess } from "../process/agentProcess";
import { textAt } from "./untypedValues";

/** The updates that become events. Newer agents send others, which the library would report as errors. */
const wantedUpdates = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
  "notice",
  "usage_update",
]);

export interface Reading {
  maxMessageBytes: number;
  /** Awaited before each piece, so that an agent that writes faster than its events are read has to wait. */
  waitForSpace: () => Promise<void>;
  onBytes: () => void;
}

export function createMessageStream(process: AgentProcess, reading: Reading): Stream {
  const { maxMessageBytes } = reading;
  const { readable, writable } = ndJsonStream(inputOf(process), outputOf(process, reading), { maxMessageBytes });
  const filter = new TransformStream<AnyMessage, AnyMessage>({
    transform: (message, controller) => {
      if (isWanted(message)) controller.enqueue(message);
    },
  });
  return { readable: readable.pipeThrough(filter), writable };
}

function isWanted(message: AnyMessage): boolean {
  if (textAt(message, "method") !== "session/update") return true;
  return wantedUpdates.has(textAt(message, "params", "update", "sessionUpdate") ?? "");
}

function outputOf(process: AgentProcess, { waitForSpace, onBytes }: Reading): ReadableStream<Uint8Array> {
  const pieces = process.output[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return new ReadableStream(
    {
      pull: async (controller) => {
        // The messages of the piece before become events first. Otherwise there would always be room.
        await nextRound();
        await waitForSpace();
        const piece = await pieces.next().catch(() => ({ done: true as const, value: undefined }));
        onBytes();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Writing to an agent that has ended does no harm. Its exit is noticed elsewhere. */
function inputOf(process: AgentProcess): WritableStream<Uint8Array> {
  return new WritableStream({
    write: (piece) => new Promise<void>((resolve) => process.input.write(piece, () => resolve())),
  });
}
