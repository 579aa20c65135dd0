// The requests with which clients call a function, and the replies to them.
import type { FunctionResult } from "../application/contract";
import { toCleanJson } from "../value/cleanJson";
import { isJsonObject, type Json, type JsonObject } from "../value/json";
import { invalid, stringField } from "./jsonReader";
import type { ServerLimits } from "./limits";

/** `clean` is ordinary JSON, in which 64-bit integers and bytes become strings. `encoded` is Convex JSON. */
export type ResultFormat = "clean" | "encoded";

export interface FunctionRequest {
  path: string;
  args: JsonObject;
  format: ResultFormat;
}

export function readFunctionRequest(body: JsonObject, limits: PathLimit): FunctionRequest {
  const path = checkPath(stringField(body, "path"), limits);
  return { path, args: readArgs(body["args"]), format: readFormat(body["format"]) };
}

type PathLimit = Pick<ServerLimits, "maxPathLength">;

/** A path that is not found is repeated to the client, so its length is bounded. */
export function checkPath(path: string, { maxPathLength }: PathLimit): string {
  if (path.length <= maxPathLength) return path;
  throw invalid(`"path" must not be longer than ${maxPathLength} characters.`);
}

/** Clients send the argument object alone, or as the one element of an array. */
export function readArgs(value: Json | undefined): JsonObject {
  const args = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isJsonObject(args)) throw invalid('"args" must be an object, or an array with one object.');
  return args;
}

export function readFormat(value: Json | undefined): ResultFormat {
  switch (value) {
    case undefined:
    case null:
    case "json":
      return "clean";
    case "convex_encoded_json":
      return "encoded";
    default:
      throw invalid('"format" must be "json" or "convex_encoded_json".');
  }
}

/**
 * When there is no error data, `errorData` is left out and not null, because clients make a ConvexError whenever it is
 * there.
 */
export function functionReply(result: FunctionResult, format: ResultFormat, requestId: string): JsonObject {
  const present = format === "clean" ? toCleanJson : (value: Json) => value;
  switch (result.kind) {
    case "success":
      return { status: "success", value: present(result.value), logLines: result.logLines };
    case "error": {
      const reply: JsonObject = { status: "error", errorMessage: errorText(result.message, requestId) };
      if (result.data !== undefined) reply["errorData"] = present(result.data);
      reply["logLines"] = result.logLines;
      return reply;
    }
  }
}

export function errorText(message: string, requestId: string): string {
  return `[Request ID: ${requestId}] Server Error\n${message}`;
}
