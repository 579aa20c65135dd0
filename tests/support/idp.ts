// Messages of an identity provider, as it signs and sends them.
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Deployment } from "./deployment";
import { bearer } from "./fixtures";
import { signedHeaders as headersSignedWith } from "./webhook";

const secretBytes = randomBytes(32);
const secret = `whsec_${secretBytes.toString("base64")}`;

interface Delivery {
  id?: string;
  seconds?: number;
  /** A text or bytes are sent as they are, other values as JSON. */
  body: unknown;
}

export function signedHeaders(id: string, seconds: number, body: Buffer | string): Record<string, string> {
  return headersSignedWith(secretBytes, id, seconds, body);
}

export function deliver(
  deployment: Deployment,
  delivery: Delivery,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { id = randomUUID(), seconds = Math.floor(Date.now() / 1000), body } = delivery;
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const bytes = Buffer.from(isRaw ? body : JSON.stringify(body));
  return deployment.fetch("/idp/webhook", {
    method: "POST",
    headers: { ...signedHeaders(id, seconds, bytes), ...headers },
    body: bytes,
  });
}

export async function accept(deployment: Deployment, delivery: Delivery): Promise<void> {
  const response = await deliver(deployment, delivery);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true });
}

export function userEvent(type: "created" | "updated", idpUserId: string, email: string, more: object = {}) {
  const email_addresses = [{ id: "idn_1", email_address: email, verification: { status: "verified" } }];
  return { type: `user.${type}`, object: "event", data: { id: idpUserId, email_addresses, ...more } };
}

export function deletion(idpUserId: string, more: object = {}) {
  return { type: "user.deleted", object: "event", data: { id: idpUserId, deleted: true, ...more } };
}

export function address(): string {
  return `${randomUUID()}@example.com`;
}

export function createProject(deployment: Deployment, ownerEmail: string) {
  return deployment.action(internal.admin.projects.create, { name: "Demo", ownerEmail });
}

export async function statusFor(deployment: Deployment, apiKey: string): Promise<number> {
  return (await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) })).status;
}

/** Gives a suite's deployment the secret with which this file signs. */
export function withSecret(deployment: Deployment): void {
  beforeAll(() => deployment.setEnvironment({ IDP_WEBHOOK_SECRET: secret }));
  afterAll(() => deployment.setEnvironment({ IDP_WEBHOOK_SECRET: null }));
}
