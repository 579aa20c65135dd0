// The answers that refuse a request: one for each status, with the codes that it may have.
import { statusByCode } from "../../../convex/lib/errors";
import type { ErrorCode } from "../../../convex/lib/errors";
import type { Schema } from "./schemas";

const requestId = "3f8b0c5e-6f0a-4c1d-9a55-2f4f1f0f9e11";

interface Refusal {
  /** Its name below `components/responses`. */
  name: string;
  description: string;
  example: { message: string; code: string; field?: string };
  /** Codes of the embedded deployment, which refuses some requests before the API sees them. */
  ofServer?: readonly string[];
}

const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    name: "Invalid",
    description: "A field or a parameter is missing, unknown or wrong. `problems` lists everything that is.",
    example: { code: "VALIDATION", message: "limit must be at most 100.", field: "limit" },
    ofServer: ["INVALID_REQUEST"],
  },
  401: {
    name: "Unauthorized",
    description: "The key is missing, unknown, malformed, expired or revoked.",
    example: { code: "AUTH_INVALID", message: "The API key is not valid." },
  },
  403: {
    name: "Forbidden",
    description: "The key does not hold the scope of the operation, or the resource belongs to another project.",
    example: { code: "SCOPE_DENIED", message: "The API key lacks the scope runs:write." },
  },
  404: {
    name: "NotFound",
    description: "There is nothing with this id, or nothing at this path, or it is deleted.",
    example: { code: "NOT_FOUND", message: "There is no such run." },
  },
  409: {
    name: "Conflict",
    description: "The state of the resource does not allow this, or the `Idempotency-Key` belongs to another request.",
    example: { code: "CONFLICT", message: "The run is completed and cannot be paused." },
  },
  413: {
    name: "TooLarge",
    description: "The embedded deployment takes no body of this size.",
    example: { code: "PAYLOAD_TOO_LARGE", message: "The body is too large." },
    ofServer: ["PAYLOAD_TOO_LARGE"],
  },
  429: {
    name: "TooManyRequests",
    description:
      "Too many writes with the key or starts in the project within a minute, or too many requests at once. `Retry-After` says in how many seconds to repeat it.",
    example: { code: "RATE_LIMITED", message: "There may be 3000 writes with a key in a minute. Repeat this in 12 s." },
    ofServer: ["TOO_MANY_REQUESTS"],
  },
  500: {
    name: "Failed",
    description:
      "A fault of the service. Repeat the request with growing pauses, and tell the operator the `requestId`.",
    example: { code: "INTERNAL", message: "Something went wrong." },
  },
  503: {
    name: "Unavailable",
    description: "The database cannot be used at this moment. Repeat the request with growing pauses.",
    example: { code: "UNAVAILABLE", message: "The service is busy." },
  },
};

export const rateLimitHeaders = {
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
  RateLimit: { $ref: "#/components/headers/RateLimit" },
};

export const requestIdHeader = { "X-Request-ID": { $ref: "#/components/headers/RequestId" } };

/** The refusals that an operation may answer with. Only a change can conflict with something. Others are rare. */
export function refusalsOf(isChange: boolean): Record<string, { $ref: string }> {
  const named = Object.entries(refusals)
    .filter(([status]) => isChange || (status !== "409" && status !== "413"))
    .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]);
  return { ...Object.fromEntries(named), default: { $ref: "#/components/responses/Refused" } };
}

/** The responses below `components/responses`. */
export function refusalResponses(): Record<string, unknown> {
  const named = Object.entries(refusals).map(([status, refusal]) => [
    refusal.name,
    responseOf(Number(status), refusal),
  ]);
  const error = { code: "REQUEST_TIMEOUT", message: "The request did not arrive in time.", requestId };
  const schema = { $ref: "#/components/schemas/Error" };
  const refused = {
    description: "Another refusal, such as one of the embedded deployment (408, 417, 431, 501).",
    headers: requestIdHeader,
    content: { "application/json": { schema, example: { error: { ...error, retryable: true } } } },
  };
  return { ...Object.fromEntries(named), Refused: refused };
}

function responseOf(status: number, { description, example, ofServer = [] }: Refusal): unknown {
  const { code, message, field } = example;
  const problem = field === undefined ? {} : { field, problems: [{ field, message }] };
  const retryable = status >= 500 || status === 429 ? { retryable: true } : {};
  const error = { code, message, ...problem, requestId, ...retryable };
  const schema = errorSchema([...codesOf(status), ...ofServer]);
  const retryAfter =
    status === 429 ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" }, ...rateLimitHeaders } : {};
  return {
    description,
    headers: { ...requestIdHeader, ...retryAfter },
    content: { "application/json": { schema, example: { error } } },
  };
}

function codesOf(status: number): ErrorCode[] {
  const codes = Object.keys(statusByCode) as ErrorCode[];
  return codes.filter((code) => statusByCode[code] === status);
}

/** The body of a refusal. */
export const errorSchema = (codes?: string[]): Schema => ({
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: {
          type: "string",
          ...(codes === undefined ? {} : { enum: codes }),
          description: "For programs. A code never changes its meaning.",
        },
        message: { type: "string", description: "For people, in English." },
        field: { type: "string", description: "The field that a `VALIDATION` is about, with dots where it is nested." },
        problems: {
          type: "array",
          description: "Everything that is wrong with the request, at most fifty problems.",
          items: {
            type: "object",
            required: ["field", "message"],
            properties: { field: { type: "string" }, message: { type: "string" } },
          },
        },
        requestId: { type: "string", format: "uuid", description: "The same as the header `X-Request-ID`." },
        retryable: { type: "boolean", description: "Whether the same request may succeed a moment later." },
      },
    },
  },
});
