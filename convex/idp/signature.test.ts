// Tests the rules of signatures with WebCrypto. The tested code uses the svix library.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toBase64 } from "../lib/base64";
import { isSigned } from "./signature";

const nowMs = Date.UTC(2026, 10, 21, 2, 30, 15, 250);
const nowSeconds = Math.floor(nowMs / 1000);

interface Message {
  secret: string | undefined;
  id: string | null;
  timestamp: string | null;
  signature: string | null;
  body: string;
}

function holds({ secret, body, ...headers }: Message): boolean {
  return isSigned({ ...headers, body: new TextEncoder().encode(body) }, secret);
}

async function sign(secret: string, id: string, seconds: number, body: string | Uint8Array): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (character) => character.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const head = new TextEncoder().encode(`${id}.${seconds}.`);
  const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signature = await crypto.subtle.sign(algorithm, key, new Uint8Array([...head, ...content]));
  return `v1,${toBase64(new Uint8Array(signature))}`;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
});

const secret = fc
  .record({ key: fc.uint8Array({ minLength: 1, maxLength: 40 }), prefix: fc.constantFrom("", "whsec_") })
  .map(({ key, prefix }) => prefix + toBase64(key));
const id = fc.string({ minLength: 1, maxLength: 30 });
/** The library parses the body after verifying it, so a text that is not JSON takes another path. */
const body = fc.oneof(fc.json(), fc.string());
const fresh = fc.integer({ min: nowSeconds - 300, max: nowSeconds + 300 });
const around = fc.oneof(
  fresh,
  fc.integer({ min: nowSeconds - 700, max: nowSeconds + 700 }),
  fc.constantFrom(nowSeconds - 301, nowSeconds - 300, nowSeconds + 300, nowSeconds + 301),
  fc.integer(),
);

describe("a signature", () => {
  it("is valid for every recently signed message", async () => {
    await fc.assert(
      fc.asyncProperty(secret, id, fresh, body, async (secret, id, seconds, body) => {
        const signature = await sign(secret, id, seconds, body);
        expect(holds({ secret, id, timestamp: String(seconds), signature, body })).toBe(true);
      }),
    );
  });

  it("is valid for five minutes before and after its time, to the second", async () => {
    await fc.assert(
      fc.asyncProperty(secret, id, around, body, async (secret, id, seconds, body) => {
        const signature = await sign(secret, id, seconds, body);
        const message = { secret, id, timestamp: String(seconds), signature, body };
        expect(holds(message)).toBe(Math.abs(nowSeconds - seconds) <= 300);
      }),
      { numRuns: 300 },
    );
  });

  it("is not valid when anything in the message was changed", async () => {
    const part = fc.constantFrom("secret", "id", "timestamp", "signature", "body");
    await fc.assert(
      fc.asyncProperty(secret, id, fresh, body, part, async (secret, id, seconds, body, part) => {
        const message = {
          secret,
          id,
          timestamp: String(seconds),
          signature: await sign(secret, id, seconds, body),
          body,
        };
        const tampered = { ...message };
        if (part === "secret") tampered.secret = toBase64(new TextEncoder().encode(`${secret} another`));
        else if (part === "timestamp") tampered.timestamp = String(seconds > nowSeconds ? seconds - 1 : seconds + 1);
        else if (part === "signature") tampered.signature = await sign(secret, `${id}x`, seconds, body);
        else tampered[part] = ` ${message[part]}`;
        expect(holds(message)).toBe(true);
        expect(holds(tampered)).toBe(false);
      }),
    );
  });

  it("is valid when one of several entries is right, whatever the others are", async () => {
    const entry = fc.constantFrom("right", "bare", "longer", "v2", "v1", "v1,", ",", "", "other", "v1,AAAA", "V1,AAAA");
    await fc.assert(
      fc.asyncProperty(secret, id, fresh, body, fc.array(entry, { maxLength: 6 }), async (...given) => {
        const [secret, id, seconds, body, entries] = given;
        const right = await sign(secret, id, seconds, body);
        const written: Record<string, string> = {
          right,
          bare: right.slice("v1,".length),
          longer: `${right},more`,
          v2: right.replace("v1", "v2"),
          other: await sign(secret, `${id}x`, seconds, body),
        };
        const signature = entries.map((entry) => written[entry] ?? entry).join(" ");
        const message = { secret, id, timestamp: String(seconds), signature, body };
        expect(holds(message)).toBe(entries.includes("right") || entries.includes("longer"));
      }),
      { numRuns: 300 },
    );
  });

  it("is not valid with a malformed header, but with a timestamp that only begins with a number", async () => {
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
        const right = Number.isNaN(seconds) || id === null ? header : await sign(secret, id, seconds, body);
        const message = { secret, id, timestamp, signature: isRightlySigned ? right : header, body };
        const isWhole = Boolean(id) && Boolean(timestamp) && Math.abs(nowSeconds - seconds) <= 300;
        expect(holds(message)).toBe(isWhole && isRightlySigned);
      }),
      { numRuns: 500 },
    );
  });

  /** HMAC pads keys with zeros, so this key gives the same signature as a key without bytes. */
  const emptyKey = "AA==";
  it.each(["", "whsec_", "whsec_%%%", "no base64!", "AAwhsec_AA", "whsec_whsec_AAAA"])(
    "is never valid with the secret %j",
    async (secret) => {
      const signature = await sign(emptyKey, "id", nowSeconds, "{}");
      expect(holds({ secret, id: "id", timestamp: String(nowSeconds), signature, body: "{}" })).toBe(false);
    },
  );

  it("is never valid without a secret", () => {
    const message = { id: "id", timestamp: String(nowSeconds), signature: "v1,", body: "" };
    expect(holds({ ...message, secret: undefined })).toBe(false);
  });

  it("is valid for exactly the signed bytes, including a byte order mark, and never for bytes that are not UTF-8", async () => {
    const [secret, id, timestamp] = ["whsec_AAAA", "id", String(nowSeconds)];
    const verdict = async (body: Uint8Array<ArrayBuffer>) =>
      isSigned({ id, timestamp, body, signature: await sign(secret, id, nowSeconds, body) }, secret);
    const marked = new TextEncoder().encode("\ufeff{}");
    expect(await verdict(marked)).toBe(true);
    const signature = await sign(secret, id, nowSeconds, "{}");
    expect(isSigned({ id, timestamp, body: marked, signature }, secret)).toBe(false);
    expect(await verdict(Uint8Array.of(0x22, 0xff, 0x22))).toBe(false);
  });
});

describe("the library's own examples", () => {
  const secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const given = {
    secret: `whsec_${secret}`,
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: "1614265330",
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    body: '{"test": 2432232314}',
  };
  const otherSignature = "Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=";
  const several = ["v1", "v2"].map((version) => `${version},${otherSignature}`).join(" ");
  const minutesMs = 60_000;

  it.each<[string, Partial<Message>, number]>([
    ["as they are", {}, 0],
    ["with a secret without its prefix", { secret }, 0],
    ["among signatures of others", { signature: `${several} ${given.signature} v2,${otherSignature}` }, 0],
    ["five minutes later", {}, 5 * minutesMs],
    ["five minutes earlier", {}, -5 * minutesMs],
  ])("are valid %s", (_how, change, laterMs) => {
    vi.setSystemTime(1_614_265_330_000 + laterMs);
    expect(holds({ ...given, ...change })).toBe(true);
  });

  it.each<[string, Partial<Message>, number]>([
    ["without an id", { id: null }, 0],
    ["without a timestamp", { timestamp: null }, 0],
    ["with a timestamp that is not a number", { timestamp: "hello" }, 0],
    ["without a signature", { signature: null }, 0],
    ["with another signature", { signature: "v1,dawfeoifkpqwoekfpqoekf" }, 0],
    ["with signatures of others alone", { signature: several }, 0],
    ["with no version before the signature", { signature: given.signature.slice("v1,".length) }, 0],
    ["without a secret", { secret: "" }, 0],
    ["a second too late", {}, 5 * minutesMs + 1000],
    ["a second too early", {}, -5 * minutesMs - 1000],
  ])("are not valid %s", (_how, change, laterMs) => {
    vi.setSystemTime(1_614_265_330_000 + laterMs);
    expect(holds({ ...given, ...change })).toBe(false);
  });
});
