// Over real connections: what arrives is complete and in order, also when the reader pauses, and a client whose bytes
// are costly is put behind.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { paceReading } from "./pacedSocket";
import { ReadingTurns, type Reader } from "./readingTurns";
import { SharedCapacity } from "./sharedCapacity";

/** Returns both ends of a connection. The server's end is paced. */
async function connected(
  turns = new ReadingTurns(),
  waiting = new SharedCapacity(65_536),
): Promise<{ client: Socket; server: Socket }> {
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  const [server] = (await once(listening, "connection")) as [Socket];
  paceReading(server, { turns, waiting, holder: null });
  onTestFinished(() => {
    client.destroy();
    server.destroy();
    listening.close();
  });
  return { client, server };
}

const bytes = Buffer.from(Array.from({ length: 500_000 }, (_, index) => index % 251));

it("bytes arrive complete and in order, in portions, and the end after them", async () => {
  const { client, server } = await connected();
  const portions: Buffer[] = [];
  server.on("data", (portion: Buffer) => portions.push(portion));
  client.end(bytes);
  await once(server, "end");
  expect(Buffer.concat(portions).equals(bytes)).toBe(true);
  expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(32 * 1024);
  expect(portions[0]?.length).toBeLessThanOrEqual(4 * 1024);
});

it("a reader that pauses after each portion gets nothing meanwhile, and loses nothing", async () => {
  const { client, server } = await connected();
  const portions: Buffer[] = [];
  let whilePaused = 0;
  server.on("data", (portion: Buffer) => {
    if (server.isPaused()) whilePaused++;
    portions.push(portion);
    server.pause();
    setTimeout(() => server.resume(), 1);
  });
  client.end(bytes);
  await once(server, "end");
  expect(Buffer.concat(portions).equals(bytes)).toBe(true);
  expect(whilePaused).toBe(0);
});

it("another reader may take over in the middle, as a live client does after its handshake", async () => {
  const { client, server } = await connected();
  const taken: Buffer[] = [];
  const first = (portion: Buffer) => {
    taken.push(portion);
    server.off("data", first);
    server.on("data", (later: Buffer) => taken.push(later));
  };
  server.on("data", first);
  client.end(bytes);
  await once(server, "end");
  expect(Buffer.concat(taken).equals(bytes)).toBe(true);
});

it("a client whose bytes take long is put behind the others, and a pause makes up for it", async () => {
  const levels: number[] = [];
  class Watched extends ReadingTurns {
    override read(reader: Reader): void {
      levels.push(reader.costLevel);
      super.read(reader);
    }
  }
  const { client, server } = await connected(new Watched());
  const burn = (): void => {
    for (const until = performance.now() + 3; performance.now() < until;);
  };
  server.on("data", burn);
  client.write(bytes.subarray(0, 60_000));
  await expect.poll(() => server.bytesRead).toBe(60_000);
  await sleep(100);
  client.write("x");
  await expect.poll(() => server.bytesRead).toBe(60_001);
  server.off("data", burn);
  await sleep(700);
  client.write("x");
  await expect.poll(() => server.bytesRead).toBe(60_002);
  expect([levels[0], levels.at(-1)]).toEqual([0, 0]);
  expect(levels.at(-2)).toBeGreaterThan(0);
});

it("a connection that ends while something is held leaves nothing behind", async () => {
  const turns = new ReadingTurns();
  const { client, server } = await connected(turns);
  let received = 0;
  server.on("data", (portion: Buffer) => {
    received += portion.length;
    server.destroy();
  });
  client.write(bytes);
  await once(server, "close");
  await sleep(50);
  expect(received).toBeLessThanOrEqual(4 * 1024);
});

it("a costly client is cut off when too much of such clients waits already, and gives its share back at its end", async () => {
  const waiting = new SharedCapacity(65_536);
  const burn = (): void => {
    for (const until = performance.now() + 3; performance.now() < until;);
  };
  waiting.take(null, 50_000);
  const refused = await connected(new ReadingTurns(), waiting);
  refused.server.on("data", burn);
  refused.client.write(bytes);
  await once(refused.server, "close");
  waiting.release(null, 50_000);
  const taken = await connected(new ReadingTurns(), waiting);
  taken.server.on("data", burn);
  taken.client.end(bytes.subarray(0, 100_000));
  await once(taken.server, "end");
  expect(taken.server.bytesRead).toBe(100_000);
  expect(waiting.take(null, 65_536)).toBe(true);
});
