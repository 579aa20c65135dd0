// Reads the claims of a token before it is verified.
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { RequestError } from "../contract";

/** The longest token in characters. No header of an HTTP request can hold more. */
const maxLength = 16 * 1024;

/** Returns the claims of a token, unverified. Throws RequestError 401 if the text is not a signed token. */
export function claimsIn(token: string): JsonObject {
  if (token.length > maxLength) throw malformedError(`it is longer than ${maxLength} characters`);
  const [header, payload, signature, ...more] = token.split(".");
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw malformedError("it does not have three parts");
  }
  // Decoders ignore the bits that base64 leaves unused. Without this check, many texts would mean the same signature.
  const isPlain = [header, payload, signature].every((part) => encodePart(decodePart(part)) === part);
  if (!isPlain) throw malformedError("it is not base64url");
  const claims = parseJson(decodePart(payload).toString("utf8"));
  if (!isJsonObject(claims)) throw malformedError("its claims are not a JSON object");
  return claims;
}

function decodePart(part: string): Buffer {
  return Buffer.from(part, "base64url");
}

function encodePart(bytes: Buffer): string {
  return bytes.toString("base64url");
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function malformedError(reason: string): RequestError {
  return new RequestError(401, "InvalidAuthHeader", `Could not parse the token as a JWT: ${reason}.`);
}
