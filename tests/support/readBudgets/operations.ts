// Every operation by the name that budgets use, and how to call it.
import { sign } from "@octokit/webhooks-methods";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import type { $ZodType } from "zod/v4/core";
import { randomBytes, randomUUID } from "node:crypto";
import { allOperations as allCallbacks } from "../../../convex/callback/operations";
import { hookKinds } from "../../../convex/hooks/schema";
import type { HookKind } from "../../../convex/hooks/schema";
import http from "../../../convex/http";
import type { FinishedRun } from "../../../engine/application/log/functionLog";
import { allRoutes } from "../allRoutes";
import { bearer } from "../fixtures";
import { publicFunctions } from "../publicFunctions";
import { servedBy } from "../reality";
import { signedHeaders } from "../webhook";
import type { Input } from "./area";
import type { MeteredEngine } from "./meteredEngine";
import { identityOf } from "./world";
import type { FilledWorld } from "./world";

const secrets = { callback: "runner-secret", webhook: randomBytes(32) };

export const environment = {
  // Projects are deleted at once, so that one round does not meet what an earlier one has deleted.
  SERVICE_DELETION_GRACE_HOURS: "0",
  JOB_CALLBACK_SECRET: secrets.callback,
  IDP_WEBHOOK_SECRET: `whsec_${secrets.webhook.toString("base64")}`,
  IDP_ISSUER: "https://idp.example",
  PROVIDER_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  // With one shard, sums are always added to the same row, and the number of reads does not vary.
  COUNTER_SHARDS: "1",
  SERVICE_LIMIT_WRITES: "3000",
  SERVICE_LIMIT_STARTS: "600",
};

/** Everything that a caller from outside can call, enumerated so that none is forgotten. */
export async function allOperations(): Promise<string[]> {
  const rest = allRoutes.map(({ method, path }) => `${method} ${path}`);
  const events = ["user.created", "user.updated", "user.deleted"].map((type) => `webhook ${type}`);
  const hooks = hookKinds.map((kind) => `hook ${kind}`);
  const functions = (await publicFunctions()).map(({ name }) => `function ${name}`);
  const calls = (await allCallbacks()).map(({ name }) => `callback ${name}`);
  return [...rest, ...calls, ...events, ...hooks, ...functions, ...openPaths()];
}

/** The operations that can be repeated with an Idempotency-Key. */
export async function repeatableOperations(): Promise<string[]> {
  const rest = allRoutes.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  const calls = (await allCallbacks()).filter(({ kind }) => kind === "mutation").map(({ name }) => `callback ${name}`);
  return [...rest, ...calls];
}

export type Schemas = ReadonlyMap<string, $ZodType | undefined>;

/** The schemas of all bodies and arguments; undefined where an operation takes none. */
export async function schemasOfAll(): Promise<Schemas> {
  const schemas = new Map<string, $ZodType | undefined>();
  for (const route of allRoutes) {
    if (route.method !== "GET") schemas.set(`${route.method} ${route.path}`, await route.body?.());
  }
  for (const { name, args } of await allCallbacks()) schemas.set(`callback ${name}`, await args());
  return schemas;
}

/** The paths that are not part of the API, the callback or the webhook. */
function openPaths(): string[] {
  const paths = http.getRoutes().map(([path]) => path);
  const known = new Set(["/idp/webhook", "/job/callback"]);
  // A path may have a row for each method.
  const open = new Set(paths.filter((path) => !path.endsWith("*") && !known.has(path)));
  return [...open].map((path) => `open ${path}`);
}

/** Calls an operation and returns the number of documents that it reads. Throws when it is refused. */
export async function documentsRead(
  engine: MeteredEngine,
  world: FilledWorld,
  operation: string,
  input: Input,
): Promise<number> {
  const [kind = "", name = ""] = operation.split(" ");
  const isIt = (run: FinishedRun) =>
    kind === "function" ? run.nameOf().replace(".js:", ":") === name : run.kind === "httpAction";
  return await engine.documentsRead(isIt, async () => {
    const { status, answer } = await perform(engine, world, operation, input);
    if (status >= 300) throw new Error(`${status} ${answer}`);
  });
}

/** Calls an operation once. A function that refuses has the status 400, and one that fails has 500. */
export async function perform(
  engine: MeteredEngine,
  world: FilledWorld,
  operation: string,
  input: Input,
  send = servedBy(engine).fetch,
): Promise<{ status: number; answer: string }> {
  const [kind = "", name = ""] = operation.split(" ");
  if (kind !== "function") {
    const { path, ...init } = await requestFor(kind, name, input, world);
    const response = await send(path, init);
    return { status: response.status, answer: await response.text() };
  }
  const identity = identityOf(world.unique(0));
  try {
    const value: unknown = await engine.call(makeFunctionReference<"query">(name), input, identity);
    return { status: 200, answer: JSON.stringify(value) };
  } catch (error) {
    return { status: error instanceof ConvexError ? 400 : 500, answer: String(error) };
  }
}

export interface AnyRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Builds the request of an operation that is not a function. */
export async function requestFor(kind: string, name: string, input: Input, world: FilledWorld): Promise<AnyRequest> {
  switch (kind) {
    case "callback":
      return {
        path: "/job/callback",
        method: "POST",
        headers: bearer(secrets.callback),
        body: JSON.stringify({ operation: name, args: input }),
      };
    case "webhook": {
      const body = JSON.stringify({ type: name, object: "event", data: input });
      const headers = signedHeaders(secrets.webhook, randomUUID(), Math.floor(Date.now() / 1000), body);
      return { path: "/idp/webhook", method: "POST", headers, body };
    }
    case "hook":
      return await hookRequest(name === "gitlab" ? "gitlab" : "github", JSON.stringify(input), world);
    case "open":
      return { path: name };
    default:
      return restRequest(kind, name, input, await world.makeKey());
  }
}

/** The message of a code host, with the proof that it has the secret. */
async function hookRequest(kind: HookKind, body: string, world: FilledWorld): Promise<AnyRequest> {
  const { id, secret } = await world.hookOf(kind);
  const headers =
    kind === "github"
      ? { "X-Hub-Signature-256": await sign(secret, body), "X-GitHub-Delivery": randomUUID() }
      : { "X-Gitlab-Token": secret, "X-Gitlab-Event-UUID": randomUUID() };
  return { path: `/hooks/${id}`, method: "POST", headers, body };
}

function restRequest(method: string, pattern: string, input: Input, apiKey: string): AnyRequest {
  const others = { ...input };
  const path = pattern.replaceAll(/:([A-Za-z]+)/g, (_all, field: string) => {
    const value = String(others[field]);
    delete others[field];
    return encodeURIComponent(value);
  });
  const base = { method, headers: bearer(apiKey) };
  if (method !== "GET") return { ...base, path: `/api/v1${path}`, body: JSON.stringify(others) };
  const query = new URLSearchParams(Object.entries(others).map(([key, value]) => [key, String(value)]));
  return { ...base, path: `/api/v1${path}?${query.toString()}` };
}
