import { randomBytes } from "node:crypto";
import { Webhook } from "svix";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebhookError, webhooks } from "./webhooks.js";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const other = `whsec_${randomBytes(32).toString("base64")}`;
const told = { type: "run.failed", timestamp: "2026-01-01T00:00:00.000Z", data: { eventId: "ev_1", note: "Zoë 🚂" } };
const body = JSON.stringify(told);

/** As the service signs it: the same headers under the names of Standard Webhooks. */
function signedBySvix(at = new Date(), by = secret): Record<string, string> {
  return {
    "webhook-id": "ev_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("ev_1", at, body),
  };
}

afterEach(() => vi.useRealTimers());

describe("webhooks.verify", () => {
  it("returns a message that the svix library has signed, with headers of any kind and a body as text or bytes", async () => {
    const message = { id: "ev_1", ...told };
    const headers = signedBySvix();
    expect(await webhooks.verify(body, headers, secret)).toEqual(message);
    expect(await webhooks.verify(body, new Headers(headers), secret)).toEqual(message);
    expect(await webhooks.verify(new TextEncoder().encode(body), headers, secret)).toEqual(message);
  });

  it("takes the signature of either secret while one replaces the other", async () => {
    const both = [signedBySvix(), signedBySvix(new Date(), other)].map((each) => each["webhook-signature"]);
    const headers = { ...signedBySvix(), "webhook-signature": ["v2,AAAA", ...both].join(" ") };
    for (const each of [secret, other]) expect((await webhooks.verify(body, headers, each)).type).toBe("run.failed");
  });

  it.each([
    ["another body", `${body} `, {}, secret],
    ["another secret", body, {}, other],
    ["another id", body, { "webhook-id": "ev_2" }, secret],
    ["no id", body, { "webhook-id": undefined }, secret],
    ["no signature", body, { "webhook-signature": undefined }, secret],
    ["an empty signature", body, { "webhook-signature": "v1," }, secret],
    ["a signature that is not base64", body, { "webhook-signature": "v1,?" }, secret],
    ["a signature of another version", body, { "webhook-signature": "v1a,AAAA" }, secret],
    ["no time", body, { "webhook-timestamp": "soon" }, secret],
    ["a secret that is not base64", body, {}, "whsec_?"],
    ["an empty secret", body, {}, "whsec_"],
  ])("refuses %s", async (_, text, changes, by) => {
    await expect(webhooks.verify(text, { ...signedBySvix(), ...changes }, by)).rejects.toThrow(WebhookError);
  });

  it("refuses what is more than five minutes old or early", async () => {
    vi.useFakeTimers();
    const now = Date.now();
    const headers = signedBySvix(new Date(now));
    for (const [difference, isGood] of [
      [299_000, true],
      [-299_000, true],
      [302_000, false],
      [-302_000, false],
    ] as const) {
      vi.setSystemTime(now + difference);
      const verified = webhooks.verify(body, headers, secret).then(
        () => true,
        () => false,
      );
      expect(await verified).toBe(isGood);
    }
  });
});

it("webhooks.sign makes what the svix library verifies", async () => {
  const headers = await webhooks.sign("ev_1", body, secret);
  expect(new Webhook(secret).verify(body, headers)).toEqual(told);
  expect(await webhooks.verify(body, headers, secret)).toMatchObject(told);
});
