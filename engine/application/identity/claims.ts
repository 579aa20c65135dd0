// The claims of a verified token that functions see with `ctx.auth.getUserIdentity()`.
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import type { Provider } from "./providers";

type Reader = (value: Json) => Json | undefined;

const text: Reader = (value) => (typeof value === "string" ? value : undefined);
const flag: Reader = (value) => (typeof value === "boolean" ? value : undefined);
/** OpenID Connect has an address in parts. Convex shows only its text in one line. */
const address: Reader = (value) => text(isJsonObject(value) ? (value["formatted"] ?? null) : value);
const time: Reader = (value) => {
  const date = typeof value === "number" ? new Date(value * 1000) : null;
  return date === null || Number.isNaN(date.getTime()) ? text(value) : date.toISOString();
};

/** The standard claims of OpenID Connect under the names that Convex uses. A claim of the wrong type is ignored. */
const standardClaims: Record<string, [name: string, read: Reader]> = {
  name: ["name", text],
  given_name: ["givenName", text],
  family_name: ["familyName", text],
  nickname: ["nickname", text],
  preferred_username: ["preferredUsername", text],
  profile: ["profileUrl", text],
  picture: ["pictureUrl", text],
  website: ["websiteUrl", text],
  email: ["email", text],
  email_verified: ["emailVerified", flag],
  gender: ["gender", text],
  birthdate: ["birthday", text],
  zoneinfo: ["timezone", text],
  locale: ["language", text],
  phone_number: ["phoneNumber", text],
  phone_number_verified: ["phoneNumberVerified", flag],
  address: ["address", address],
  updated_at: ["updatedAt", time],
};

/** The names of claims about the token itself and not about its person. */
const jwtClaims = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]);
const oidcClaims = new Set([...jwtClaims, "fva", "auth_time", "nonce", "acr", "amr", "azp", "at_hash", "c_hash"]);

/** Names that no other claim may use, because the app trusts the values of these fields. */
const ownNames = new Set(["tokenIdentifier", "issuer", "subject"]);
const standardNames = new Set([...ownNames, ...Object.values(standardClaims).map(([name]) => name)]);

interface Owner {
  issuer: string;
  subject: string;
}

export function identityOf(provider: Provider, { issuer, subject }: Owner, claims: JsonObject): JsonObject {
  const fields = provider.kind === "oidc" ? oidcFields(claims) : customFields(claims);
  // Built from entries and not by assignment, because a claim may be named `__proto__`.
  return Object.fromEntries([
    ["tokenIdentifier", `${issuer}|${subject}`],
    ["issuer", issuer],
    ["subject", subject],
    ...fields,
  ]);
}

function oidcFields(claims: JsonObject): [string, Json][] {
  const rest = Object.entries(claims).filter(([name]) => !oidcClaims.has(name));
  return rest.flatMap(([claim, value]): [string, Json][] => {
    const standard = Object.hasOwn(standardClaims, claim) ? standardClaims[claim] : undefined;
    if (standard === undefined) return standardNames.has(claim) ? [] : [[claim, value]];
    const [name, read] = standard;
    const seen = read(value);
    return seen === undefined ? [] : [[name, seen]];
  });
}

/** Keeps the names that the token uses. Nested claims are named `outer.inner`. */
function customFields(claims: JsonObject): [string, Json][] {
  const rest = Object.entries(claims).filter(([name]) => !jwtClaims.has(name));
  return rest.flatMap(([name, value]) => flatten(name, value)).filter(([name]) => !ownNames.has(name));
}

function flatten(name: string, value: Json): [string, Json][] {
  if (!isJsonObject(value)) return [[name, value]];
  return Object.entries(value).flatMap(([inner, part]) => flatten(`${name}.${inner}`, part));
}
