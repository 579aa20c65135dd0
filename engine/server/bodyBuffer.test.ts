import * as fc from "fast-check";
import { expect, it } from "vitest";
import { BodyBuffer } from "./bodyBuffer";

it("returns the bytes that arrived in any chunks, and says before how much memory it will need", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (chunks) => {
      const gathered = new BodyBuffer();
      for (const chunk of chunks) {
        const room = gathered.allocatedWith(Buffer.from(chunk));
        gathered.add(Buffer.from(chunk));
        expect(room).toBeGreaterThanOrEqual(gathered.length);
        expect(gathered.bytes().buffer.byteLength).toBeGreaterThanOrEqual(gathered.length);
      }
      expect(gathered.bytes()).toEqual(Buffer.concat(chunks));
    }),
  );
});

it("a body in single bytes takes no more than twice its length", () => {
  const gathered = new BodyBuffer();
  let room = 0;
  for (let sent = 0; sent < 100_000; sent++) {
    const chunk = Buffer.from("x");
    room = gathered.allocatedWith(chunk);
    gathered.add(chunk);
  }
  expect([gathered.length, room <= 200_000]).toEqual([100_000, true]);
});
