// The deployment as a sign-in provider for development. Anybody may read its documents. A token needs the admin key, or
// the code that the start printed, or a valid token of the same person.
import type { IssuedToken, Person } from "../application/contract";
import { RequestError } from "../application/contract";
import type { Json, JsonObject } from "../value/json";
import { deployPost } from "./deploy/deployPost";
import type { Endpoint, Exchange, Route, Services } from "./exchange";
import { invalid, parseJsonObject, stringField } from "./jsonReader";
import { sendEmpty, sendJson } from "./reply";
import { readPlainBody } from "./requestBody";

export const signInRoutes: [string, Route][] = [
  ["/.well-known/openid-configuration", { GET: signInDocument("configuration") }],
  ["/.well-known/jwks.json", { GET: signInDocument("keys") }],
  ["/api/development/sign_in", { POST: deployPost(signIn) }],
  ["/api/development/sign_in_code", { POST: deployPost((_request, services) => codeOf(services)) }],
  ["/api/development/sign_in_by_code", { POST: signInByCode }],
  ["/api/development/renew", { POST: renew }],
];

function signInDocument(name: "configuration" | "keys"): Endpoint {
  return async (exchange) => {
    const documents = await exchange.services.application.signInDocuments();
    if (documents === null) sendEmpty(exchange, 404);
    else sendJson(exchange, 200, documents[name]);
  };
}

async function signIn(request: JsonObject, { application }: Services): Promise<Json> {
  return tokenReply(await application.signIn(personIn(request)));
}

function codeOf({ application }: Services): Json {
  return { code: application.signInCode() };
}

async function signInByCode(exchange: Exchange): Promise<void> {
  const { application } = exchange.services;
  const request = await smallBody(exchange);
  if (!application.isSignInCode(stringField(request, "code"))) {
    throw new RequestError(
      403,
      "BadSignInCode",
      "The code is not the one that this deployment printed when it started.",
    );
  }
  sendJson(exchange, 200, tokenReply(await application.signIn(personIn(request))));
}

async function renew(exchange: Exchange): Promise<void> {
  const token = stringField(await smallBody(exchange), "token");
  sendJson(exchange, 200, tokenReply(await exchange.services.application.renewSignIn(token)));
}

async function smallBody(exchange: Exchange): Promise<JsonObject> {
  const { maxAnonymousBytes: maxBytes, bodyTimeoutMs: timeoutMs } = exchange.services.limits;
  return parseJsonObject(await readPlainBody(exchange, { maxBytes, timeoutMs }));
}

function personIn(request: JsonObject): Person {
  const name = request["name"] ?? null;
  const email = stringField(request, "email");
  if (!/^\s*[^\s@]+@[^\s@]+\s*$/.test(email)) throw invalid('"email" must be an e-mail address.');
  return { email, name: name === null ? null : stringField(request, "name") };
}

function tokenReply({ token, expiresAtMs }: IssuedToken): Json {
  return { token, expiresAt: new Date(expiresAtMs).toISOString() };
}
