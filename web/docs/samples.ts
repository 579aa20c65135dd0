// The same request for a shell and for the TypeScript client, with the client's own names.
import { methodName } from "../../packages/client/src/endpoints";
import type { Row } from "../../packages/client/src/endpoints";
import type { Operation } from "./openapi";
import type { ExampleRequest } from "./requests";

export function curlSample({ method, target, body }: ExampleRequest, origin: string): string {
  const lines = [`curl ${verb(method, body)}${quoted(origin + target)}`, `-H "Authorization: Bearer $KEY"`];
  if (body !== null) lines.push(`-H "Content-Type: application/json"`, `-d '${inShell(body)}'`);
  return lines.join(" \\\n  ");
}

/** curl sends GET, or POST with a body, unless another method is named. */
function verb(method: string, body: unknown): string {
  return method === "GET" || (method === "POST" && body !== null) ? "" : `-X ${method} `;
}

function quoted(address: string): string {
  return /[&?<>{}]/.test(address) ? `"${address}"` : address;
}

function inShell(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
}

export function clientSample(operation: Operation, { values, body }: ExampleRequest, origin: string): string {
  const kind = kindOf(operation);
  const path = operation.path.replace(/^\/api\/v1/, "").replaceAll(/\{(\w+)\}/g, ":$1");
  const call = `client.${methodName({ kind, path }).join(".")}(${inputOf({ ...values, ...asFields(body) })})`;
  return [
    `import { Switchyard } from "@switchyard/client";`,
    "",
    "const client = new Switchyard({",
    `  baseUrl: "${origin}",`,
    "  apiKey,",
    "});",
    ...linesOf(kind, call),
  ].join("\n");
}

function linesOf(kind: Row["kind"], call: string): string[] {
  if (kind !== "l" && kind !== "f") return [`const answer = await ${call};`];
  return [`for await (const item of ${call}) {`, "  console.log(item);", "}"];
}

/** A list that can be followed says after which item it begins, and how long a request may wait for the next one. */
function kindOf({ method, hasPages, parameters }: Operation): Row["kind"] {
  const names = new Set(parameters.map(({ name }) => name));
  switch (method) {
    case "GET":
      if (names.has("after") && names.has("wait")) return "f";
      return hasPages ? "l" : "g";
    case "PUT":
      return "u";
    case "DELETE":
      return "d";
    default:
      return "p";
  }
}

function asFields(body: unknown): object {
  return typeof body === "object" && body !== null ? body : {};
}

/** JSON, with names as TypeScript writes them. */
function inputOf(fields: object): string {
  if (Object.keys(fields).length === 0) return "";
  return JSON.stringify(fields, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}
