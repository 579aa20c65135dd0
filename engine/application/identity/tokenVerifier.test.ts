import fc from "fast-check";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { memoryLimits } from "../../memoryLimits";
import { readProviders } from "./providers";
import { TokenVerifier } from "./tokenVerifier";

const issuer = "https://issuer.example.com";
const pair = await generateKeyPair("RS256");
const other = await generateKeyPair("RS256");
const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "k", alg: "RS256" }] };
const jwks = `data:application/json;base64,${Buffer.from(JSON.stringify(keys)).toString("base64")}`;
const provider = { type: "customJwt", issuer, jwks, algorithm: "RS256", applicationID: "app" } as const;

const startedAt = 1_800_000_000;
let now: number;
let verifier: TokenVerifier;
beforeEach(() => {
  now = startedAt * 1000;
  verifier = new TokenVerifier(() => now);
  verifier.use(readProviders([provider]));
});

const standard = { iss: issuer, sub: "ann", aud: "app", exp: startedAt + 60 };

function tokenOf(claims: Record<string, unknown>, { privateKey } = pair, header = {}): Promise<string> {
  return new SignJWT({ ...standard, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "k", ...header })
    .sign(privateKey);
}

async function errorOf(token: string): Promise<string | undefined> {
  return await verifier.verify(token).then(
    () => undefined,
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );
}

describe("a token", () => {
  it("is accepted until its last second and, because clocks differ, for five more", async () => {
    const token = await tokenOf({});
    const { identity, expiresAtMs } = await verifier.verify(token);
    expect(identity).toEqual({ tokenIdentifier: `${issuer}|ann`, issuer, subject: "ann" });
    expect(expiresAtMs).toBe((startedAt + 65) * 1000);
    now = expiresAtMs - 1;
    expect(await errorOf(token)).toBeUndefined();
    now = expiresAtMs;
    expect(await errorOf(token)).toBe("401 Unauthenticated");
    expect(await errorOf(await tokenOf({ exp: startedAt + 60, jti: "never seen" }))).toBe("401 Unauthenticated");
  });

  it("is not accepted before its time", async () => {
    expect(await errorOf(await tokenOf({ nbf: startedAt + 10 }))).toBe("401 Unauthenticated");
    expect(await errorOf(await tokenOf({ nbf: startedAt }))).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ["that never expires", { exp: undefined }],
    ["whose end is not a number", { exp: "soon" }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["whose subject is not a text", { sub: 7 }],
  ])("%s is 401 Unauthenticated", async (_what, claims) => {
    expect(await errorOf(await tokenOf(claims))).toBe("401 Unauthenticated");
  });

  it("signed with another key, or naming another one, is 401 Unauthenticated", async () => {
    expect(await errorOf(await tokenOf({}, other))).toBe("401 Unauthenticated");
    expect(await errorOf(await tokenOf({}, pair, { kid: "l" }))).toBe("401 Unauthenticated");
  });

  it.each(["", ".", "..", "...", "a.b", "a.b.c", "e30.e30.e30", "e30.W10.e30", "e30.e30.e30.e30", "x".repeat(20_000)])(
    "that is not one is 401: %.20s",
    async (text) => {
      expect(await errorOf(text)).toMatch(/^401 (InvalidAuthHeader|NoAuthProvider)$/);
    },
  );

  it("with a changed character is refused", async () => {
    const token = await tokenOf({});
    const anyCharacter = fc.constantFrom(
      ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ é".split(""),
    );
    const position = fc.oneof(fc.nat(token.length - 1), fc.constant(token.length - 1));
    await fc.assert(
      fc.asyncProperty(position, anyCharacter, async (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(await errorOf(changed)).toMatch(/^401 /);
      }),
      { numRuns: 500 },
    );
    expect(await errorOf(token)).toBeUndefined();
  });

  it("that is longer or shorter is refused", async () => {
    const token = await tokenOf({});
    for (const text of [`${token}A`, `${token}=`, ` ${token}`, `${token}\n`, token.slice(0, -1), `${token}.`]) {
      expect(await errorOf(text)).toMatch(/^401 /);
    }
  });

  it("is refused as soon as its provider is removed, even if it was verified before", async () => {
    const token = await tokenOf({ exp: startedAt + 3600 });
    expect(await errorOf(token)).toBeUndefined();
    verifier.use(readProviders([{ ...provider, applicationID: "another" }]));
    expect(await errorOf(token)).toBe("401 NoAuthProvider");
    verifier.use([]);
    expect(await errorOf(token)).toBe("401 NoAuthProvider");
    verifier.use(readProviders([provider]));
    expect(await errorOf(token)).toBeUndefined();
  });

  it("is cached with its identity within a bound", async () => {
    const profile = "x".repeat(10_000);
    const tokens = await Promise.all(Array.from({ length: 250 }, (_, jti) => tokenOf({ jti: `${jti}`, profile })));
    const first = await verifier.verify(tokens[0] ?? "");
    const bytesOfOne = verifier.usedBytes;
    for (const token of tokens) await verifier.verify(token);
    expect(verifier.usedBytes).toBeLessThanOrEqual(memoryLimits.verifiedTokens);
    expect(verifier.usedBytes).toBeGreaterThan(memoryLimits.verifiedTokens - bytesOfOne);
    const again = await verifier.verify(tokens[0] ?? "");
    expect(again.identity).toEqual(first.identity);
    expect(again.identity).not.toBe(first.identity);
    verifier.use([]);
    expect(verifier.usedBytes).toBe(0);
  });

  it("that was verified is not verified again for each request", async () => {
    const token = await tokenOf({});
    const { identity } = await verifier.verify(token);
    expect((await verifier.verify(token)).identity).toBe(identity);
  });
});
