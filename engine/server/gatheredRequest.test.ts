import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { GatheredRequest } from "./gatheredRequest";
import { paceReading } from "./pacedSocket";
import { ReadingTurns } from "./readingTurns";
import { SharedCapacity } from "./sharedCapacity";

it("chunks of one byte that arrive together are few pieces, complete and in order, with longer ones between them", async () => {
  const server = createServer({ IncomingMessage: GatheredRequest }).listen(0, "127.0.0.1");
  // Without this, Node's parser takes all bytes itself and does something else after each piece.
  server.on("connection", (socket) =>
    paceReading(socket, { turns: new ReadingTurns(), waiting: new SharedCapacity(1_000_000), holder: null }),
  );
  await once(server, "listening");
  const address = server.address();
  const client = connect(address !== null && typeof address === "object" ? address.port : 0, "127.0.0.1");
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const digits = Array.from({ length: 3_000 }, (_, index) => String(index % 10));
  const chunks = [...digits.slice(0, 1_500), "y".repeat(5_000), ...digits.slice(1_500)];
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`);
  const [request] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  const pieces: string[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece.toString()));
  await once(request, "end");
  expect(pieces.join("")).toBe(chunks.join(""));
  expect(pieces.length).toBeLessThan(50);
});
