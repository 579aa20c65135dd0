// The deployment as a sign-in provider for development. Anybody may read its documents; its tokens need the admin key.
import type { Json, JsonObject } from "../value/json";
import { deployPost } from "./deploy/deployPost";
import type { Endpoint, Route, Services } from "./exchange";
import { invalid, stringField } from "./jsonReader";
import { sendEmpty, sendJson } from "./reply";

export const signInRoutes: [string, Route][] = [
  ["/.well-known/openid-configuration", { GET: signInDocument("configuration") }],
  ["/.well-known/jwks.json", { GET: signInDocument("keys") }],
  ["/api/development/sign_in", { POST: deployPost(signIn) }],
];

function signInDocument(name: "configuration" | "keys"): Endpoint {
  return async (exchange) => {
    const documents = await exchange.services.application.signInDocuments();
    if (documents === null) sendEmpty(exchange, 404);
    else sendJson(exchange, 200, documents[name]);
  };
}

async function signIn(request: JsonObject, { application }: Services): Promise<Json> {
  const name = request["name"] ?? null;
  const email = stringField(request, "email");
  if (!/^\s*[^\s@]+@[^\s@]+\s*$/.test(email)) throw invalid('"email" must be an e-mail address.');
  const { token, expiresAtMs } = await application.signIn({
    email,
    name: name === null ? null : stringField(request, "name"),
  });
  return { token, expiresAt: new Date(expiresAtMs).toISOString() };
}
