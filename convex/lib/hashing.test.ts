import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha256Hex } from "./hashing";

it("a text's hash is that of its UTF-8 bytes, and keeps leading zeros", async () => {
  for (let index = 0; index < 200; index++) {
    const text = `svc_${"ä€𝄞".repeat(index % 3)}${index}`;
    expect(await sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
