// Builds the refusals of a host. Clients of Convex read `{ code, message }`. Callers of HTTP actions are the app's own
// clients. They get `{ error: { code, message, requestId, retryable } }`, which most JSON APIs use. At paths for which
// the deployment says so they get `{ error: message }`. The request id is also a header, so that even a client that
// cannot read the body can quote it.
import { randomUUID } from "node:crypto";
import type { RequestError } from "../application/contract";
import type { Json } from "../value/json";

export type ErrorFormat = "convex" | "action" | "message";

export interface ErrorReply {
  /** The headers as a list in which names and values alternate. */
  headers: string[];
  body: string;
}

/** After these statuses the same request may succeed later. */
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504]);

export function errorReply(error: RequestError, form: ErrorFormat, requestId: string): ErrorReply {
  const { status, message } = error;
  const retryAfter = error.retryAfterS === null ? [] : ["Retry-After", String(error.retryAfterS)];
  switch (form) {
    case "convex":
      return {
        headers: ["Content-Type", "application/json", ...retryAfter],
        body: JSON.stringify({ code: error.code, message }),
      };
    case "action":
    case "message": {
      const id = publicId(requestId);
      const failure = errorObject({ code: constantCase(error.code), message, requestId: id, status });
      const body = JSON.stringify({ error: form === "message" ? message : failure });
      return { headers: [...actionHeaders(id), ...retryAfter], body };
    }
  }
}

/** Returns the form of refusals for each path of HTTP actions. */
export function actionErrorFormats(plainErrors: readonly string[]): (path: string) => ErrorFormat {
  const plain = new Set(plainErrors);
  return (path) => (plain.has(path) ? "message" : "action");
}

export function actionHeaders(publicRequestId: string): string[] {
  return [
    "Content-Type",
    "application/json; charset=utf-8",
    "Cache-Control",
    "no-store",
    "X-Request-ID",
    publicRequestId,
    // A refusal contains nothing private, and without this header a page of another origin could not read it.
    "Access-Control-Allow-Origin",
    "*",
    "Access-Control-Expose-Headers",
    "X-Request-ID, Retry-After",
  ];
}

interface Failure {
  code: string;
  message: string;
  requestId: string;
  status: number;
}

export function errorObject({ code, message, requestId, status }: Failure): { [name: string]: Json } {
  return { code, message, requestId, retryable: RETRYABLE.has(status) };
}

/** Returns a UUID, because clients expect one as request id. It ends with the id that the log has. */
export function publicId(requestId: string): string {
  return randomUUID().slice(0, -requestId.length) + requestId;
}

/** Turns `PayloadTooLarge` into `PAYLOAD_TOO_LARGE`. */
function constantCase(code: string): string {
  if (code === "InternalServerError") return "INTERNAL";
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
