// The messages of JSON-RPC 2.0, as the Model Context Protocol uses them: one object for each request. Pure.
import { isObject } from "../lib/jsonSchema";

export type RequestId = string | number;
export type Fields = Record<string, unknown>;

export type Message =
  | { kind: "request"; id: RequestId; method: string; params: Fields }
  | { kind: "notification"; method: string };

/** The codes of refusals. Those from -32020 on are defined by the protocol. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;

/** A request that is refused as a whole. A tool that fails is a result instead. */
export class RpcRefusal extends Error {
  constructor(
    readonly code: keyof typeof rpcCodes,
    message: string,
    readonly status = 200,
    readonly data?: Fields,
  ) {
    super(message);
  }
}

const maxIdLength = 256;
const maxMethodLength = 200;

/** Throws a refusal that says what is wrong. */
export function readMessage(value: unknown): Message {
  if (Array.isArray(value)) throw unfit("A batch is not accepted: send each message as a request of its own.");
  if (!isObject(value)) throw unfit("The body must be one JSON-RPC message, an object.");
  const { jsonrpc, id, method, params = {} } = value;
  if (jsonrpc !== "2.0") throw unfit('jsonrpc must be "2.0".');
  if (typeof method !== "string" || method === "" || method.length > maxMethodLength) {
    throw unfit(`method must be a text of 1 to ${maxMethodLength} characters.`);
  }
  if (!isObject(params)) throw unfit("params must be an object.");
  if (id === undefined) return { kind: "notification", method };
  if (!isRequestId(id)) {
    throw unfit(`id must be an integer that JSON can hold exactly, or a text of at most ${maxIdLength} characters.`);
  }
  return { kind: "request", id, method, params };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" ? id.length <= maxIdLength : Number.isSafeInteger(id);
}

/** The id of a message that is refused, where it has one that can be sent back. */
export function idOfRefused(value: unknown): RequestId | null {
  return isObject(value) && isRequestId(value["id"]) ? value["id"] : null;
}

function unfit(message: string): RpcRefusal {
  return new RpcRefusal("invalidRequest", message, 400);
}

/** A field of `params` that must be a text. */
export function textParam(params: Fields, name: string): string {
  const value = params[name];
  if (typeof value === "string" && value !== "") return value;
  throw new RpcRefusal("invalidParams", `${name} must be a text.`);
}

/** A field of `params` that is an object where it is given. */
export function objectParam(params: Fields, name: string): Fields {
  const value = params[name] ?? {};
  if (isObject(value)) return value;
  throw new RpcRefusal("invalidParams", `${name} must be an object.`);
}
