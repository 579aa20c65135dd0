// Finds the address of a provider's keys and loads them.
import type { JSONWebKeySet } from "jose";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { fetchJson } from "./fetchJson";
import { normalIssuer, type Provider } from "./providers";
import { isSafeAddress } from "./safeAddress";

/** Returns the address that identifies a provider's keys. Providers with the same address have the same keys. */
export function keySourceOf(provider: Provider): string {
  return provider.kind === "oidc" ? provider.issuer : provider.keysUrl;
}

/** Throws an Error whose message says what went wrong. */
export async function loadKeys(provider: Provider): Promise<JSONWebKeySet> {
  const url = provider.kind === "oidc" ? await discoverKeysUrl(provider.issuer) : provider.keysUrl;
  const { keys } = objectIn(await fetchJson(url), url);
  if (!Array.isArray(keys)) throw new Error(`${url} has no list of keys`);
  return { keys: keys.filter(isJsonObject) };
}

/** Follows OpenID Connect Discovery. A document that names another issuer is refused. */
async function discoverKeysUrl(issuer: string): Promise<string> {
  const url = `${issuer}/.well-known/openid-configuration`;
  const { issuer: named, jwks_uri: keysUrl } = objectIn(await fetchJson(url), url);
  if (typeof named !== "string" || normalIssuer(named) !== issuer) throw new Error(`${url} names another issuer`);
  if (typeof keysUrl !== "string" || !URL.canParse(keysUrl) || !isSafeAddress(new URL(keysUrl))) {
    throw new Error(`${url} has no jwks_uri`);
  }
  return keysUrl;
}

function objectIn(json: Json, url: string): JsonObject {
  if (isJsonObject(json)) return json;
  throw new Error(`${url} is not a JSON object`);
}
