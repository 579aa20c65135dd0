// The library is what messages are verified against in practice; this proves that we agree with it.
import fc from "fast-check";
import { Webhook } from "svix/dist/webhook";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toBase64 } from "../lib/base64";
import { isSigned } from "./signature";

const nowMs = Date.UTC(2026, 10, 21, 2, 30, 15, 250);
const nowSeconds = Math.floor(nowMs / 1000);

interface Message {
  secret: string;
  id: string | null;
  timestamp: string | null;
  signature: string | null;
  body: string;
}

async function ours({ secret, body, ...headers }: Message): Promise<boolean> {
  return await isSigned({ ...headers, body: new TextEncoder().encode(body) }, secret, nowMs);
}

function theirs({ secret, body, id, timestamp, signature }: Message): boolean {
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  const headers = { "svix-id": id ?? "", "svix-timestamp": timestamp ?? "", "svix-signature": signature ?? "" };
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}

function sign(secret: string, id: string, seconds: number, body: string): string {
  return new Webhook(secret).sign(id, new Date(seconds * 1000), body);
}

afterEach(() => {
  vi.useRealTimers();
});

const secret = fc
  .record({ key: fc.uint8Array({ minLength: 1, maxLength: 40 }), prefix: fc.constantFrom("", "whsec_") })
  .map(({ key, prefix }) => prefix + toBase64(key));
const id = fc.string({ minLength: 1, maxLength: 30 });
/** The library parses what it has verified, so a body that is no JSON would count as refused there. */
const body = fc.json();
const fresh = fc.integer({ min: nowSeconds - 300, max: nowSeconds + 300 });
const around = fc.oneof(
  fresh,
  fc.integer({ min: nowSeconds - 700, max: nowSeconds + 700 }),
  fc.constantFrom(nowSeconds - 301, nowSeconds - 300, nowSeconds + 300, nowSeconds + 301),
  fc.integer(),
);

describe("a signature", () => {
  it("holds for every message that the library has signed", async () => {
    await fc.assert(
      fc.asyncProperty(secret, id, fresh, body, async (secret, id, seconds, body) => {
        const signature = sign(secret, id, seconds, body);
        expect(await ours({ secret, id, timestamp: String(seconds), signature, body })).toBe(true);
      }),
    );
  });

  it("holds for stale and early messages exactly where it does for the library", async () => {
    await fc.assert(
      fc.asyncProperty(secret, id, around, body, async (secret, id, seconds, body) => {
        const signature = sign(secret, id, seconds, body);
        const message = { secret, id, timestamp: String(seconds), signature, body };
        expect(await ours(message)).toBe(theirs(message));
      }),
      { numRuns: 300 },
    );
  });

  it("holds for no message of which anything was changed", async () => {
    const part = fc.constantFrom("secret", "id", "timestamp", "signature", "body");
    await fc.assert(
      fc.asyncProperty(secret, id, fresh, body, part, async (secret, id, seconds, body, part) => {
        const message = { secret, id, timestamp: String(seconds), signature: sign(secret, id, seconds, body), body };
        const tampered = { ...message };
        if (part === "secret") tampered.secret = toBase64(new TextEncoder().encode(`${secret} another`));
        else if (part === "timestamp") tampered.timestamp = String(seconds > nowSeconds ? seconds - 1 : seconds + 1);
        else if (part === "signature") tampered.signature = sign(secret, `${id}x`, seconds, body);
        else tampered[part] = ` ${message[part]}`;
        expect(await ours(tampered)).toBe(false);
        expect(theirs(tampered)).toBe(false);
      }),
    );
  });

  it("holds for several entries, of any version and form, exactly where it does for the library", async () => {
    const entry = fc.constantFrom("right", "bare", "longer", "v2", "v1", "v1,", ",", "", "other", "v1,AAAA", "V1,AAAA");
    await fc.assert(
      fc.asyncProperty(secret, id, fresh, body, fc.array(entry, { maxLength: 6 }), async (...given) => {
        const [secret, id, seconds, body, entries] = given;
        const right = sign(secret, id, seconds, body);
        const written: Record<string, string> = {
          right,
          bare: right.slice("v1,".length),
          longer: `${right},more`,
          v2: right.replace("v1", "v2"),
          other: sign(secret, `${id}x`, seconds, body),
        };
        const signature = entries.map((entry) => written[entry] ?? entry).join(" ");
        const message = { secret, id, timestamp: String(seconds), signature, body };
        const verdict = await ours(message);
        expect(verdict).toBe(theirs(message));
        expect(verdict).toBe(entries.includes("right") || entries.includes("longer"));
      }),
      { numRuns: 300 },
    );
  });

  it("holds for malformed headers exactly where it does for the library", async () => {
    const timestamp = fc.oneof(
      fc.constantFrom(null, "", " ", "x", "NaN", "Infinity", "1e9", "0x10", `${nowSeconds}x`, ` ${nowSeconds}`),
      fc.constantFrom(`-${nowSeconds}`, `+${nowSeconds}`, `${nowSeconds}.9`, `0${nowSeconds}`),
      fc.string({ maxLength: 12 }),
    );
    const header = fc.option(fc.string({ maxLength: 12 }), { freq: 4 });
    const signed = fc.constantFrom(true, true, true, false);
    await fc.assert(
      fc.asyncProperty(secret, header, timestamp, header, signed, body, async (...given) => {
        const [secret, id, timestamp, header, isRightlySigned, body] = given;
        const seconds = Number.parseInt(timestamp ?? "", 10);
        const right = Number.isNaN(seconds) || id === null ? header : sign(secret, id, seconds, body);
        const message = { secret, id, timestamp, signature: isRightlySigned ? right : header, body };
        expect(await ours(message)).toBe(theirs(message));
      }),
      { numRuns: 500 },
    );
  });

  it.each(["", "whsec_", "whsec_%%%", "no base64!", "AAwhsec_AA", "whsec_whsec_AAAA"])(
    "holds for nothing under the secret %j",
    async (secret) => {
      const signature = sign(`whsec_${toBase64(new Uint8Array(32))}`, "id", nowSeconds, "{}");
      expect(await ours({ secret, id: "id", timestamp: String(nowSeconds), signature, body: "{}" })).toBe(false);
    },
  );

  it("holds for nothing without a secret", async () => {
    const message = { id: "id", timestamp: String(nowSeconds), signature: "v1,", body: new Uint8Array() };
    expect(await isSigned(message, undefined, nowMs)).toBe(false);
  });
});
