import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DevelopmentProvider } from "./developmentProvider";
import { claimsIn } from "./tokenText";
import { TokenVerifier } from "./tokenVerifier";

const dayMs = 24 * 3600 * 1000;
const issuer = "http://127.0.0.1:1";

/** Takes the provider's own tokens at their word. */
class Trusting extends TokenVerifier {
  override async verify(token: string): ReturnType<TokenVerifier["verify"]> {
    return { identity: { ...claimsIn(token), issuer }, expiresAtMs: Number.MAX_SAFE_INTEGER };
  }
  override applicationOf(): string {
    return "app";
  }
}

it("renews a token until a week after its person signed in, and no longer", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-provider-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const begunMs = Date.UTC(2026, 0, 1);
  let nowMs = begunMs;
  const now = () => nowMs;
  const provider = new DevelopmentProvider(new Trusting(now), path.join(folder, "key.json"), now);
  provider.serveAt(issuer);
  let { token, expiresAtMs } = await provider.issue({ email: "ann@example.com", name: null });
  expect(expiresAtMs).toBe(begunMs + dayMs);
  for (let renewals = 1; renewals < 14; renewals++) {
    nowMs = begunMs + (renewals * dayMs) / 2;
    ({ token, expiresAtMs } = await provider.renew(token));
    expect(expiresAtMs).toBe(Math.min(nowMs + dayMs, begunMs + 7 * dayMs));
  }
  nowMs = begunMs + 7 * dayMs;
  await expect(provider.renew(token)).rejects.toThrow("must sign in again");
});
