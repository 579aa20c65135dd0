// What a token says before anybody has proved it.
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { RequestError } from "../contract";

/** More than any header of an HTTP request may hold. */
const maxLength = 16 * 1024;

/** The claims of a token, unverified. Throws RequestError 401 for what is no signed token. */
export function claimsIn(token: string): JsonObject {
  if (token.length > maxLength) throw malformed(`it is longer than ${maxLength} characters`);
  const [header, payload, signature, ...more] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw malformed("it has not three parts");
  }
  // Decoders pass over bits that base64 leaves unused, so that many texts would stand for one signature.
  const isPlain = [header, payload, signature].every((part) => encoded(decoded(part)) === part);
  if (!isPlain) throw malformed("it is not base64url");
  const claims = parsed(decoded(payload).toString("utf8"));
  if (!isJsonObject(claims)) throw malformed("its claims are no JSON object");
  return claims;
}

function decoded(part: string): Buffer {
  return Buffer.from(part, "base64url");
}

function encoded(bytes: Buffer): string {
  return bytes.toString("base64url");
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function malformed(reason: string): RequestError {
  return new RequestError(401, "InvalidAuthHeader", `Could not parse the token as a JWT: ${reason}.`);
}
