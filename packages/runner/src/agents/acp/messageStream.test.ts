import { PassThrough } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it } from "vitest";
import type { AgentProcess } from "../process/agentProcess";
import { createMessageStream } from "./messageStream";

it("an agent's output is read no faster than there is room for its events", async () => {
  let read = 0;
  const output = {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        read += 1;
        yield Buffer.from('{"jsonrpc":"2.0","method":"x"}\n');
      }
    },
  };
  const process = { output, input: new PassThrough() } as unknown as AgentProcess;
  let makeRoom = () => {};
  const waitForSpace = () => new Promise<void>((resolve) => (makeRoom = resolve));
  const { readable } = createMessageStream(process, { maxMessageBytes: 1000, waitForSpace, onBytes: () => {} });
  const reader = readable.getReader();
  for (const pieces of [0, 1, 2]) {
    void reader.read();
    for (let round = 0; round < 50; round++) await nextRound();
    expect(read).toBe(pieces);
    makeRoom();
  }
});
