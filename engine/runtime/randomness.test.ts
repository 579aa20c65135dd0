import { describe, expect, it } from "vitest";
import { Randomness } from "./randomness";

const seedOf = (byte: number) => new Uint8Array(32).fill(byte);

function bytesOf(randomness: Randomness, ...lengths: number[]): Buffer {
  const parts = lengths.map((length) => new Uint8Array(length));
  for (const part of parts) randomness.fillBytes(part);
  return Buffer.concat(parts);
}

describe("randomness", () => {
  it("is determined by its seed, however it is drawn", () => {
    const whole = bytesOf(new Randomness(seedOf(1)), 1000);
    expect(bytesOf(new Randomness(seedOf(1)), 1, 0, 62, 2, 63, 64, 65, 743)).toEqual(whole);
    expect(bytesOf(new Randomness(seedOf(2)), 1000)).not.toEqual(whole);
  });

  it("never repeats a block, and has each byte about as often as any other", () => {
    const bytes = bytesOf(new Randomness(seedOf(3)), 64 * 4096);
    const blocks = Array.from({ length: 4096 }, (_, at) => bytes.toString("latin1", at * 64, at * 64 + 64));
    expect(new Set(blocks).size).toBe(4096);
    const counts = Array.from({ length: 256 }, () => 0);
    for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
    // The mean is 1,024, and seven standard deviations are 224.
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1248);
  });

  it("has fractions from 0 to below 1 with 53 bits", () => {
    const randomness = new Randomness(seedOf(4));
    const fractions = Array.from({ length: 10_000 }, () => randomness.fraction());
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    const mean = fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
    // The lowest of the 53 bits is set in about half of those from 0.5 on, where it is the last one of the number.
    const high = fractions.filter((fraction) => fraction >= 0.5);
    const odd = high.filter((fraction) => (fraction * 2 ** 53) % 2 === 1).length;
    expect(Math.abs(odd / high.length - 0.5)).toBeLessThan(0.05);
  });
});
