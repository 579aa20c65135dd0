import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { base62, checksumOf, hasRightChecksum, randomLength } from "./secretChecksum";

const random = base62.slice(0, randomLength);
const secret = (kind: string) => `${kind}${random}${checksumOf(kind + random)}`;

it.each(["", "a", "svc_test_", `svc_live_${random}`])("the checksum of %j is its CRC-32 in base62", (text) => {
  const digits = checksumOf(text).split("");
  expect(digits).toHaveLength(6);
  expect(digits.reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0)).toBe(crc32(text));
});

it.each(["svc_test_", "svc_live_", "svc_runner_"])("each single wrong character after %s is noticed", (kind) => {
  const right = secret(kind);
  expect(hasRightChecksum(right)).toBe(true);
  for (let at = 0; at < right.length; at++) {
    const wrong = right[at] === "x" ? "y" : "x";
    expect(hasRightChecksum(right.slice(0, at) + wrong + right.slice(at + 1))).toBe(false);
  }
});

it("characters that changed places are noticed, another kind, and an end that is missing", () => {
  const right = secret("svc_test_");
  for (const wrong of [right.replace("AB", "BA"), right.replace("test", "live"), right.slice(0, -1), ""])
    expect(hasRightChecksum(wrong)).toBe(false);
});
