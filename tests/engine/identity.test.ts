// The identity of a caller: this process issues the tokens, and the engine runs as another process.
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { exportSPKI, importJWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type RunningEngine, startEngine } from "../support/engine";
import { testApp } from "./testApp";
import { makeKey, TokenProvider } from "./tokenProvider";

const rsa = await makeKey("rsa", "RS256");
const ed = await makeKey("ed", "EdDSA");
const ec = await makeKey("ec", "ES256");
const embedded = await makeKey("embedded", "RS256");
const unpublished = await makeKey("rsa", "RS256");

let engine: RunningEngine;
const providers: TokenProvider[] = [];
let oidc: TokenProvider;
/** Like `provider`, for an issuer whose keys are at an address, and for one whose keys are in the configuration. */
let custom: TokenProvider;

beforeAll(async () => {
  [oidc, custom] = [await startProvider(), await startProvider()];
  oidc.keys = [rsa, ed];
  custom.keys = [ec, rsa];
  engine = await startEngine({ appDir: testApp });
  await useProviders([
    { domain: `${oidc.issuer}/`, applicationID: "app" },
    { type: "customJwt", issuer: "https://custom", jwks: custom.keysUrl, algorithm: "ES256", applicationID: "app" },
    {
      type: "customJwt",
      issuer: "https://embedded",
      jwks: dataUrl({ keys: [embedded.publicJwk] }),
      algorithm: "RS256",
    },
  ]);
});
afterAll(async () => {
  for (const provider of providers) provider.stop();
  await engine.kill();
});

async function startProvider(): Promise<TokenProvider> {
  const provider = await TokenProvider.start();
  providers.push(provider);
  return provider;
}

function dataUrl(document: object): string {
  return `data:text/plain;charset=utf-8;base64,${Buffer.from(JSON.stringify(document)).toString("base64")}`;
}

function useProviders(list: object[]): Promise<void> {
  return setVariable("TEST_AUTH_PROVIDERS", JSON.stringify(list));
}

async function setVariable(name: string, value: string | null): Promise<void> {
  const response = await fetch(`${engine.socketUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: { Authorization: `Convex ${engine.adminKey}` },
    body: JSON.stringify({ changes: [{ name, value }] }),
  });
  expect(response.status).toBe(200);
}

function clientOf(token: string | null): ConvexHttpClient {
  const client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  if (token !== null) client.setAuth(token);
  return client;
}

function query(token: string | null, path: string, args = {}): Promise<unknown> {
  return clientOf(token).query(makeFunctionReference<"query">(path), args);
}

function mutation(token: string | null, path: string, args = {}): Promise<unknown> {
  return clientOf(token).mutation(makeFunctionReference<"mutation">(path), args);
}

/** Returns the status and the error code of a query with this header. */
async function answerTo(authorization: string): Promise<[status: number, code: string | undefined]> {
  const response = await fetch(`${engine.socketUrl}/api/query`, {
    method: "POST",
    headers: { Authorization: authorization },
    body: JSON.stringify({ path: "people:me", args: {} }),
  });
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code];
}

describe("the identity of an OpenID Connect token", () => {
  it("is seen in queries, mutations, actions, all that actions call, and HTTP actions", async () => {
    for (const key of [rsa, ed]) {
      const token = await oidc.sign({ email: "ann@example.com", email_verified: true, given_name: "Ann", org: 1 }, key);
      const identity = {
        tokenIdentifier: `${oidc.issuer}|ann`,
        issuer: oidc.issuer,
        subject: "ann",
        email: "ann@example.com",
        emailVerified: true,
        givenName: "Ann",
        org: 1,
      };
      expect(await query(token, "people:me")).toEqual(identity);
      expect(await mutation(token, "people:meInMutation")).toEqual(identity);
      const everywhere = await clientOf(token).action(makeFunctionReference<"action">("people:everywhere"), {});
      expect(everywhere).toEqual([identity, identity, identity]);
      const response = await fetch(`${engine.httpUrl}/who`, { headers: { Authorization: `Bearer ${token}` } });
      expect(await response.json()).toEqual({ identity, authorization: `Bearer ${token}` });
    }
  });

  it("belongs to each caller, whatever other callers did a moment ago", async () => {
    const tokens = await Promise.all(["ann", "bob", "cid"].map((sub) => oidc.sign({ sub }, rsa)));
    for (const _round of [1, 2]) {
      const seen = await Promise.all([...tokens, null].map((token) => query(token, "people:me")));
      const subjects = ["ann", "bob", "cid"].map((subject) => expect.objectContaining({ subject }));
      expect(seen).toEqual([...subjects, null]);
    }
  });

  it("is missing in scheduled functions", async () => {
    await mutation(await oidc.sign({}, rsa), "people:askLater", { label: "later" });
    await expect.poll(() => query(null, "people:left", { label: "later" })).toMatchObject({ value: null });
  });
});

describe("the identity of a customJwt token", () => {
  it("has the claims by name, with keys from an address", async () => {
    const claims = { iss: "https://custom", email_verified: true, org: { id: "o" } };
    expect(await query(await custom.sign(claims, ec), "people:me")).toEqual({
      tokenIdentifier: "https://custom|ann",
      issuer: "https://custom",
      subject: "ann",
      email_verified: true,
      "org.id": "o",
    });
  });

  it("is checked with keys from a data URL, for any application unless one is configured", async () => {
    const token = await custom.sign({ iss: "https://embedded/", aud: undefined }, embedded);
    expect(await query(token, "people:me")).toMatchObject({ issuer: "https://embedded/", subject: "ann" });
  });
});

it("functions see the token itself in the metadata of the request", async () => {
  const token = await oidc.sign({}, rsa);
  expect([await mutation(token, "people:token"), await mutation(null, "people:token")]).toEqual([token, null]);
});

describe("401", () => {
  const soon = () => Math.floor(Date.now() / 1000);

  it.each<[string, string, () => Promise<string>]>([
    ["NoAuthProvider", "another issuer", () => oidc.sign({ iss: "https://elsewhere" }, rsa)],
    ["NoAuthProvider", "another audience", () => oidc.sign({ aud: "another" }, rsa)],
    ["NoAuthProvider", "no audience", () => oidc.sign({ aud: undefined }, rsa)],
    [
      "Unauthenticated",
      "several audiences, where one application is meant",
      () => oidc.sign({ aud: ["app", "b"] }, rsa),
    ],
    ["Unauthenticated", "an end a second ago", () => oidc.sign({ exp: soon() - 1 }, rsa)],
    ["Unauthenticated", "an end a minute ago", () => custom.sign({ iss: "https://custom", exp: soon() - 60 }, ec)],
    ["Unauthenticated", "no end", () => oidc.sign({ exp: undefined }, rsa)],
    ["Unauthenticated", "a beginning in a minute", () => oidc.sign({ nbf: soon() + 60 }, rsa)],
    ["Unauthenticated", "no subject", () => oidc.sign({ sub: undefined }, rsa)],
    ["Unauthenticated", "the signature of a key that is not published", () => oidc.sign({}, unpublished)],
    [
      "Unauthenticated",
      "an algorithm that the provider does not use",
      () => custom.sign({ iss: "https://custom" }, rsa),
    ],
    ["Unauthenticated", "an algorithm that is not for tokens of providers", () => oidc.sign({}, ec)],
    ["Unauthenticated", "no signature, and the algorithm none", async () => unsigned("none", "")],
    ["Unauthenticated", "the public key as the secret of HS256", hmacOfPublicKey],
    ["InvalidAuthHeader", "a text that is not a token", async () => "sk_live_123"],
  ])("%s for a token with %s", async (code, _what, token) => {
    expect(await answerTo(`Bearer ${await token()}`)).toEqual([401, code]);
  });

  it.each(["Basic YW5uOnB3", "a.b.c", "Bearer", ""])("InvalidAuthHeader for the header %j", async (header) => {
    expect(await answerTo(header)).toEqual([401, "InvalidAuthHeader"]);
  });

  it("comes five seconds late for a customJwt token", async () => {
    const token = await custom.sign({ iss: "https://custom", exp: soon() - 1 }, ec);
    expect(await answerTo(`Bearer ${token}`)).toEqual([200, undefined]);
  });

  function unsigned(algorithm: string, signature: string): string {
    const claims = { iss: oidc.issuer, sub: "ann", aud: "app", exp: soon() + 600 };
    const parts = [{ alg: algorithm, kid: "rsa", typ: "JWT" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    return [...parts, signature].join(".");
  }

  async function hmacOfPublicKey(): Promise<string> {
    const key = await importJWK(rsa.publicJwk, "RS256", { extractable: true });
    const secret = key instanceof Uint8Array ? Buffer.from(key) : await exportSPKI(key);
    const text = unsigned("HS256", "");
    return text + createHmac("sha256", secret).update(text.slice(0, -1)).digest("base64url");
  }
});

describe("an HTTP action", () => {
  it("receives any other Authorization header unchanged, and no identity", async () => {
    const foreign = await oidc.sign({ iss: "https://elsewhere" }, rsa);
    const expired = await oidc.sign({ exp: 1 }, rsa);
    for (const text of ["svc_test_0123456789", "a.b.c", foreign, expired]) {
      const headers = { Authorization: `Bearer ${text}` };
      const response = await fetch(`${engine.httpUrl}/who`, { headers });
      expect(await response.json()).toEqual({ identity: null, authorization: headers.Authorization });
    }
  });
});

describe("keys of a provider", () => {
  it("that it adds are found, and those that it removes are not accepted; unknown ones are not fetched again and again", async () => {
    const rotating = await startProvider();
    const [old, fresh] = [await makeKey("old", "RS256"), await makeKey("fresh", "RS256")];
    rotating.keys = [old];
    await useMore([{ domain: rotating.issuer, applicationID: "app" }]);
    expect(await answerTo(`Bearer ${await rotating.sign({}, old)}`)).toEqual([200, undefined]);
    rotating.keys = [fresh];
    const tokens = await Promise.all(["a", "b", "c"].map((sub) => rotating.sign({ sub }, fresh)));
    const answers = await Promise.all(tokens.map((token) => answerTo(`Bearer ${token}`)));
    expect(answers).toEqual(tokens.map(() => [200, undefined]));
    expect(await answerTo(`Bearer ${await rotating.sign({ sub: "late" }, old)}`)).toEqual([401, "Unauthenticated"]);
    const madeUp = await Promise.all(
      Array.from({ length: 20 }, (_, n) => rotating.sign({}, { ...fresh, kid: `made up ${n}` })),
    );
    for (const token of madeUp) expect(await answerTo(`Bearer ${token}`)).toEqual([401, "Unauthenticated"]);
    expect(rotating.requests.filter((path) => path === "/keys")).toHaveLength(2);
  });

  it("503 while they cannot be fetched; other callers do not wait", async () => {
    const silent = await startProvider();
    let drop: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      silent.trouble = (request) => {
        drop = () => request.socket.destroy();
        resolve();
      };
    });
    await useMore([{ domain: silent.issuer, applicationID: "app" }]);
    const token = await silent.sign({}, rsa);
    const waiting = [answerTo(`Bearer ${token}`), answerTo(`Bearer ${token}`)];
    await asked;
    expect(await answerTo(`Bearer ${await oidc.sign({}, rsa)}`)).toEqual([200, undefined]);
    expect(silent.requests).toHaveLength(1);
    drop?.();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => [503, "AuthProviderUnavailable"]));
    expect(await answerTo(`Bearer ${token}`)).toEqual([503, "AuthProviderUnavailable"]);
    const response = await fetch(`${engine.httpUrl}/who`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await response.json()).toMatchObject({ identity: null });
  });

  it.each<[string, (provider: TokenProvider) => TokenProvider["trouble"]]>([
    ["an error", () => (_request, response) => response.writeHead(500).end("down")],
    ["no JSON", () => (_request, response) => response.end("<html>")],
    ["more than it may", () => (_request, response) => response.end(`{"x":"${"x".repeat(600_000)}"}`)],
    ["the document of another issuer", () => (_request, response) => response.end('{"issuer":"https://x"}')],
    [
      "keys that lie in a file",
      (provider) => (_request, response) =>
        response.end(JSON.stringify({ issuer: provider.issuer, jwks_uri: "file:///etc/passwd" })),
    ],
  ])("503 while it answers with %s", async (_what, trouble) => {
    const broken = await startProvider();
    broken.trouble = trouble(broken);
    await useMore([{ domain: broken.issuer, applicationID: "app" }]);
    expect(await answerTo(`Bearer ${await broken.sign({}, rsa)}`)).toEqual([503, "AuthProviderUnavailable"]);
  });

  it("are fetched again for a live client that connects again: its token is not reported as refused", async () => {
    const down = await startProvider();
    down.trouble = (_request, response) => response.writeHead(500).end();
    await useMore([{ domain: down.issuer, applicationID: "app" }]);
    expect(await socketAnswerTo(await down.sign({}, rsa))).toEqual([[], "InternalServerError"]);
    const forged = await down.sign({ aud: "another" }, rsa);
    expect(await socketAnswerTo(forged)).toEqual([["AuthError"], "AuthError"]);
  });

  /** Returns the types of the messages that the sync socket sends to a client with this token, and why it closes. */
  async function socketAnswerTo(value: string): Promise<[messages: string[], reason: string]> {
    const socket = new WebSocket(`${engine.socketUrl.replace("http", "ws")}/api/1.48.0/sync`);
    const messages: string[] = [];
    socket.on("message", (data: Buffer) => messages.push((JSON.parse(data.toString("utf8")) as { type: string }).type));
    await once(socket, "open");
    const closed = once(socket, "close") as Promise<[number, Buffer]>;
    const connect = {
      type: "Connect",
      sessionId: randomUUID(),
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: 0,
    };
    const authenticate = { type: "Authenticate", baseVersion: 0, tokenType: "User", value };
    for (const message of [connect, authenticate]) socket.send(JSON.stringify(message));
    const [, reason] = await closed;
    return [messages, reason.toString("utf8")];
  }

  /** Configures more providers beside the OpenID Connect provider of the other tests. */
  function useMore(more: object[]): Promise<void> {
    return useProviders([{ domain: oidc.issuer, applicationID: "app" }, ...more]);
  }
});

describe("the variables that auth.config.js reads", () => {
  it("take effect at once, and tokens that were accepted before are not accepted after", async () => {
    const token = await oidc.sign({}, rsa);
    await useProviders([{ domain: oidc.issuer, applicationID: "app" }]);
    expect(await answerTo(`Bearer ${token}`)).toEqual([200, undefined]);
    await useProviders([{ domain: oidc.issuer, applicationID: "another" }]);
    expect(await answerTo(`Bearer ${token}`)).toEqual([401, "NoAuthProvider"]);
    await setVariable("TEST_AUTH_PROVIDERS", null);
    expect(await answerTo(`Bearer ${token}`)).toEqual([401, "NoAuthProvider"]);
  });
});

describe("the development sign-in", () => {
  function signIn(target: Pick<RunningEngine, "socketUrl">, key: string, body: object): Promise<Response> {
    const headers = { Authorization: key };
    return fetch(`${target.socketUrl}/api/development/sign_in`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  }

  /** What the endpoint answers to a browser that has no admin key. */
  async function ask(route: string, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${engine.socketUrl}/api/development/${route}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  const codeOfStart = async () =>
    (await ask("sign_in_code", {}, { Authorization: `Convex ${engine.adminKey}` })).body["code"] ?? "";

  it("shows the code that the start printed to the admin only", async () => {
    expect(await ask("sign_in_code", {})).toMatchObject({ status: 403, body: { code: "BadDeployKey" } });
    expect(await codeOfStart()).toMatch(/^[\w-]{22}$/);
  });

  it("signs in a caller who knows the code that the start printed, and nobody else", async () => {
    await useProviders([{ domain: engine.socketUrl, applicationID: "mine" }]);
    const code = await codeOfStart();
    const { status, body } = await ask("sign_in_by_code", { code, email: "ann@example.com" });
    expect(status).toBe(200);
    expect(await query(body["token"] ?? "", "people:me")).toMatchObject({ subject: "ann@example.com" });
    for (const wrong of [
      "",
      code.slice(1),
      `${code}x`,
      code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase(),
    ]) {
      expect(await ask("sign_in_by_code", { code: wrong, email: "ann@example.com" })).toMatchObject({
        status: 403,
        body: { code: "BadSignInCode" },
      });
    }
    expect(await ask("sign_in_by_code", { email: "ann@example.com" })).toMatchObject({ status: 400 });
  });

  it("renews a valid token for the same person, and no other token", async () => {
    await useProviders([{ domain: engine.socketUrl, applicationID: "mine" }]);
    const { body: first } = await ask("sign_in_by_code", {
      code: await codeOfStart(),
      email: "ann@example.com",
      name: "Ann",
    });
    const { status, body: second } = await ask("renew", { token: first["token"] });
    expect(status).toBe(200);
    expect(await query(second["token"] ?? "", "people:me")).toMatchObject({ subject: "ann@example.com", name: "Ann" });
    expect(await ask("renew", { token: `${first["token"]}x` })).toMatchObject({ status: 401 });
    expect(await ask("renew", { token: "" })).toMatchObject({ status: 401 });
  });

  it("issues tokens that are accepted like those of any provider", async () => {
    await useProviders([{ domain: engine.socketUrl, applicationID: "mine" }]);
    const answer = await signIn(engine, `Convex ${engine.adminKey}`, { email: " Ann@Example.com ", name: "Ann" });
    const { token, expiresAt } = (await answer.json()) as { token: string; expiresAt: string };
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3600 * 1000);
    expect(await query(token, "people:me")).toEqual({
      tokenIdentifier: `${engine.socketUrl}|ann@example.com`,
      issuer: engine.socketUrl,
      subject: "ann@example.com",
      email: "ann@example.com",
      emailVerified: true,
      name: "Ann",
    });
  });

  it("is refused without the admin key, and without an address", async () => {
    await useProviders([{ domain: oidc.issuer, applicationID: "app" }]);
    const caller = await oidc.sign({}, rsa);
    for (const [key, status] of [
      ["Convex embedded|wrong", 401],
      [`Bearer ${caller}`, 403],
    ] as const) {
      expect((await signIn(engine, key, { email: "ann@example.com" })).status).toBe(status);
    }
    for (const body of [{}, { email: "ann" }, { email: "ann@example.com", name: 7 }]) {
      expect((await signIn(engine, `Convex ${engine.adminKey}`, body)).status).toBe(400);
    }
  });

  it("403 with the reason while the app accepts only tokens of other issuers", async () => {
    await useProviders([{ domain: oidc.issuer, applicationID: "app" }]);
    const answer = await signIn(engine, `Convex ${engine.adminKey}`, { email: "ann@example.com" });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: "SignInNotAvailable", message: expect.stringContaining(`names no provider ${engine.socketUrl}`) },
    ]);
  });

  it("403 with the reason if other machines may connect, and no keys are published", async () => {
    const open = await startEngine({ host: "0.0.0.0" });
    const answer = await signIn(open, `Convex ${open.adminKey}`, { email: "ann@example.com" });
    const documents = await fetch(`${open.socketUrl}/.well-known/openid-configuration`);
    await open.kill();
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: "SignInNotAvailable", message: expect.stringContaining("loopback") },
    ]);
    expect(documents.status).toBe(404);
  });
});
