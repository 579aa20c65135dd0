// Which revision of the protocol a request speaks. Since 2026-07-28 each request says so itself, in its metadata and
// again in headers; before, the client agreed on a revision with `initialize`. This file is pure.
import { isObject } from "../lib/jsonSchema";
import { RpcRefusal } from "./jsonRpc";
import type { Fields, Message } from "./jsonRpc";

/** The revisions in which each request says what it speaks. */
const selfDescribed = ["2026-07-28"];
/** The revisions with `initialize`, the newest first. Nothing that this server sends differs between them. */
const initialized = ["2025-11-25", "2025-06-18"];

export const revisions: readonly string[] = [...selfDescribed, ...initialized];

const prefix = "io.modelcontextprotocol/";
export const metaKeys = {
  version: `${prefix}protocolVersion`,
  capabilities: `${prefix}clientCapabilities`,
  server: `${prefix}serverInfo`,
} as const;
export const tasksExtension = `${prefix}tasks`;

/** How the client of a request is served. */
export interface Era {
  kind: "selfDescribed" | "initialized";
  /** Whether the client takes a task as the result of a call. */
  takesTasks: boolean;
  /** Whether the client can ask its user to fill in a form. */
  takesForms: boolean;
}

/** The revision that `initialize` agrees on. A client that cannot speak it ends the connection. */
export function agreedRevision(wanted: unknown): string {
  const [newest = ""] = initialized;
  return typeof wanted === "string" && initialized.includes(wanted) ? wanted : newest;
}

/** Throws a refusal where the headers, the metadata and the message do not agree. */
export function eraOf(message: Message, headers: Headers): Era {
  const inHeader = headers.get("MCP-Protocol-Version");
  if (message.kind === "notification") return { kind: "initialized", takesTasks: false, takesForms: false };
  const meta = message.params["_meta"];
  const inBody = isObject(meta) ? meta[metaKeys.version] : undefined;
  const isSelfDescribed = inBody !== undefined || selfDescribed.includes(inHeader ?? "");
  if (!isSelfDescribed) {
    if (inHeader !== null) requireKnown(inHeader);
    return { kind: "initialized", takesTasks: "task" in message.params, takesForms: false };
  }
  if (inHeader === null) throw mismatch("The header MCP-Protocol-Version is missing.");
  if (!isObject(meta) || typeof inBody !== "string") throw incomplete(metaKeys.version, "the revision as a text");
  if (inBody !== inHeader) throw mismatch("MCP-Protocol-Version and the revision in _meta differ.");
  requireKnown(inBody);
  requireHeadersOf(message, headers);
  const capabilities = meta[metaKeys.capabilities];
  if (!isObject(capabilities)) throw incomplete(metaKeys.capabilities, "an object");
  return { kind: "selfDescribed", takesTasks: hasTasks(capabilities), takesForms: hasForms(capabilities) };
}

function hasTasks({ extensions }: Fields): boolean {
  return isObject(extensions) && isObject(extensions[tasksExtension]);
}

/** An empty object means forms, too. */
function hasForms({ elicitation }: Fields): boolean {
  return isObject(elicitation) && (Object.keys(elicitation).length === 0 || isObject(elicitation["form"]));
}

function requireKnown(revision: string): void {
  if (revisions.includes(revision)) return;
  const data = { supported: [...revisions], requested: revision };
  throw new RpcRefusal("unsupportedVersion", `This server speaks ${revisions.join(", ")}.`, 400, data);
}

/** The parameter that `Mcp-Name` repeats, by the method. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

function requireHeadersOf({ method, params }: Message & { kind: "request" }, headers: Headers): void {
  if (headers.get("Mcp-Method") !== method) throw mismatch(`The header Mcp-Method must be ${method}.`);
  const field = namedBy.get(method);
  if (field === undefined || typeof params[field] !== "string") return;
  if (decoded(headers.get("Mcp-Name")) !== params[field])
    throw mismatch(`The header Mcp-Name must be params.${field}.`);
}

/** A value that is not plain ASCII is sent as `=?base64?...?=`. */
function decoded(value: string | null): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function mismatch(message: string): RpcRefusal {
  return new RpcRefusal("headerMismatch", message, 400);
}

function incomplete(key: string, rule: string): RpcRefusal {
  return new RpcRefusal("invalidParams", `params._meta must have ${key}, ${rule}.`, 400);
}
