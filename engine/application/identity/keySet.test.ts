import { exportJWK, generateKeyPair, type JWK } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { KeySet } from "./keySet";

const seconds = 1_000;
const minutes = 60 * seconds;
const keys = new Map<string, JWK>();
for (const kid of ["first", "second"]) {
  const { publicKey } = await generateKeyPair("ES256");
  keys.set(kid, { ...(await exportJWK(publicKey)), kid, alg: "ES256" });
}

let now: number;
let requests: number;
let served: string[];
let answer: Promise<void>;
let set: KeySet;

beforeEach(() => {
  [now, requests, served, answer] = [1e12, 0, ["first"], Promise.resolve()];
  const load = async () => {
    requests++;
    await answer;
    return { keys: served.map((kid) => keys.get(kid)!) };
  };
  set = new KeySet(load, () => now);
});

/** Returns true if the set has the key, `false` if it does not, or the code of the refusal. */
async function has(kid: string): Promise<unknown> {
  try {
    await set.find({ alg: "ES256", kid }, { payload: "", signature: "" });
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY"
      ? false
      : (error as { code: string }).code;
  }
}

function fail(reason = "down"): void {
  answer = Promise.reject(new Error(reason));
  answer.catch(() => undefined);
}

describe("keys", () => {
  it("are asked for once by all who need them at once, and kept", async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => has("first")))).toEqual(Array(20).fill(true));
    expect([await has("first"), requests]).toEqual([true, 1]);
  });

  it("are looked at again for one that is unknown, once for all who wait for it", async () => {
    await has("first");
    served = ["second"];
    expect(await Promise.all([has("second"), has("second"), has("second")])).toEqual([true, true, true]);
    expect([await has("first"), requests]).toEqual([false, 2]);
  });

  it("are looked at again for unknown ones at most every ten seconds, however many are made up", async () => {
    await has("first");
    for (let guess = 0; guess < 50; guess++) expect(await has(`guess ${guess}`)).toBe(false);
    expect(requests).toBe(2);
    now += 10 * seconds;
    served = ["second"];
    expect([await has("second"), requests]).toEqual([true, 3]);
  });

  it("that were asked for a moment ago are not asked for again", async () => {
    expect([await has("guess"), requests]).toEqual([false, 1]);
  });

  it("that the provider has withdrawn are given up within ten minutes", async () => {
    await has("first");
    served = ["second"];
    now += 10 * minutes;
    // This call is answered with the keys at hand, and fetches the new ones in the background.
    await has("first");
    expect([await has("first"), await has("second")]).toEqual([false, true]);
  });
});

describe("while the provider does not answer", () => {
  it("503 at once, without asking again for ten seconds", async () => {
    fail();
    expect([await has("first"), await has("first"), requests]).toEqual([
      "AuthProviderUnavailable",
      "AuthProviderUnavailable",
      1,
    ]);
    answer = Promise.resolve();
    now += 10 * seconds;
    expect(await has("first")).toBe(true);
  });

  it("the keys that are known serve for an hour, and nobody waits for it", async () => {
    await has("first");
    answer = new Promise(() => undefined);
    now += 11 * minutes;
    expect([await has("first"), await has("first"), requests]).toEqual([true, true, 2]);
  });

  it("the keys that are known serve for an hour only", async () => {
    await has("first");
    fail();
    now += 59 * minutes;
    expect(await has("first")).toBe(true);
    now += minutes;
    expect(await has("first")).toBe("AuthProviderUnavailable");
  });

  it("503 for a key that is not known, since it may be a new one", async () => {
    await has("first");
    fail();
    expect([await has("second"), await has("first")]).toEqual(["AuthProviderUnavailable", true]);
  });
});
