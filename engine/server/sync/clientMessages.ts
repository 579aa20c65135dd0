// Reads the messages that clients send over the socket. Anything that is not exactly such a message ends the
// connection.
import type { FunctionCall } from "../../application/contract";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { isTooDeep, tooDeepText } from "../jsonDepth";
import { DEFAULT_LIMITS } from "../limits";
import { decodeTimestamp } from "../timestamp";

/** The client has broken the protocol. It learns that and does not try again. */
export class ProtocolError extends Error {}

export interface Connect {
  type: "Connect";
  sessionId: string;
  maxObservedTs: bigint;
}

export interface AddQuery {
  type: "Add";
  queryId: number;
  udfPath: string;
  args: Json;
  journal: string | null;
  componentPath: string;
}

interface RemoveQuery {
  type: "Remove";
  queryId: number;
}

export interface ModifyQuerySet {
  type: "ModifyQuerySet";
  baseVersion: number;
  newVersion: number;
  modifications: (AddQuery | RemoveQuery)[];
}

export interface FunctionRequest<Type = "Mutation" | "Action"> {
  type: Type;
  requestId: number;
  udfPath: string;
  args: Json;
  componentPath: string;
}

/** `authorization` has the form of the header of an HTTP request. null means that nobody is signed in. */
export interface Authenticate {
  type: "Authenticate";
  baseVersion: number;
  authorization: string | null;
}

interface ClientEvent {
  type: "Event";
}

export type ClientMessage =
  | Connect
  | ModifyQuerySet
  | FunctionRequest<"Mutation">
  | FunctionRequest<"Action">
  | Authenticate
  | ClientEvent;

/** A message with its length in bytes. */
export interface Received<Message> {
  message: Message;
  length: number;
}

/** Reads one message of a client. `bytes` is UTF-8. */
export function readClientMessage(bytes: Buffer): ClientMessage {
  const message = parse(bytes);
  if (!isJsonObject(message)) throw new ProtocolError("A message must be a JSON object.");
  const { type } = message;
  switch (type) {
    case "Connect":
      return {
        type,
        sessionId: sessionIdOf(message),
        maxObservedTs: message["maxObservedTimestamp"] === undefined ? 0n : timestampOf(message),
      };
    case "ModifyQuerySet": {
      const modifications = message["modifications"];
      if (!Array.isArray(modifications)) throw wrong("modifications");
      return {
        type,
        baseVersion: counter(message, "baseVersion"),
        newVersion: counter(message, "newVersion"),
        modifications: modifications.map(modificationOf),
      };
    }
    case "Mutation":
    case "Action":
      return { type, requestId: counter(message, "requestId"), ...calledOf(message) };
    case "Authenticate":
      return { type, baseVersion: counter(message, "baseVersion"), authorization: authorizationOf(message) };
    case "Event":
      return { type };
    default:
      throw wrong("type");
  }
}

/** Returns the function that a message names, as the application takes it. */
export function calledFunction({
  udfPath: path,
  args,
  componentPath,
}: Pick<FunctionRequest, "udfPath" | "args" | "componentPath">): Pick<FunctionCall, "path" | "args" | "componentPath"> {
  return { path, args, componentPath };
}

function parse(bytes: Buffer): Json {
  if (isTooDeep(bytes)) throw new ProtocolError(tooDeepText);
  try {
    return JSON.parse(bytes.toString("utf8")) as Json;
  } catch {
    throw new ProtocolError("A message must be JSON.");
  }
}

function modificationOf(modification: Json): AddQuery | RemoveQuery {
  if (!isJsonObject(modification)) throw wrong("modifications");
  const { type, journal } = modification;
  const queryId = counter(modification, "queryId");
  if (type === "Remove") return { type, queryId };
  if (type !== "Add") throw wrong("modifications");
  if (journal !== undefined && journal !== null && typeof journal !== "string") throw wrong("journal");
  return { type, queryId, journal: journal ?? null, ...calledOf(modification) };
}

/** Arguments are an array with one object. The application checks the object. */
function calledOf(message: JsonObject): { udfPath: string; args: Json; componentPath: string } {
  const { args, componentPath } = message;
  const [only = {}] = Array.isArray(args) && args.length <= 1 ? args : [null];
  if (!isJsonObject(only)) throw wrong("args");
  if (componentPath !== undefined && componentPath !== null && typeof componentPath !== "string") {
    throw wrong("componentPath");
  }
  const udfPath = text(message, "udfPath");
  if (udfPath.length > DEFAULT_LIMITS.maxPathLength) throw wrong("udfPath");
  return { udfPath, args: only, componentPath: componentPath ?? "" };
}

function authorizationOf(message: JsonObject): string | null {
  switch (message["tokenType"]) {
    case "None":
      return null;
    case "User":
      return `Bearer ${text(message, "value")}`;
    case "Admin": {
      const { impersonating } = message;
      const key = `Convex ${text(message, "value")}`;
      if (impersonating === undefined || impersonating === null) return key;
      if (!isJsonObject(impersonating)) throw wrong("impersonating");
      return `${key}:${Buffer.from(JSON.stringify(impersonating)).toString("base64")}`;
    }
    default:
      throw wrong("tokenType");
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function sessionIdOf(message: JsonObject): string {
  const sessionId = text(message, "sessionId");
  if (!uuid.test(sessionId)) throw wrong("sessionId");
  return sessionId;
}

function timestampOf(message: JsonObject): bigint {
  const ts = decodeTimestamp(text(message, "maxObservedTimestamp"));
  if (ts === null) throw wrong("maxObservedTimestamp");
  return ts;
}

function counter(message: JsonObject, name: string): number {
  const value = message[name];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 0xffff_ffff) throw wrong(name);
  return value;
}

function text(message: JsonObject, name: string): string {
  const value = message[name];
  if (typeof value !== "string") throw wrong(name);
  return value;
}

function wrong(name: string): ProtocolError {
  return new ProtocolError(`The field "${name}" of the message is not valid.`);
}
