// Refusals: errors that clients see, with a stable code, a sentence that is safe to show and, for VALIDATION, the wrong
// field. Functions throw them from any depth; the edge turns them into a response.
import { ConvexError } from "convex/values";

/** Every error code of the API with its HTTP status. Codes are never renamed or translated, as clients rely on them. */
export const statusByCode = {
  VALIDATION: 400,
  AUTH_MISSING: 401,
  AUTH_INVALID: 401,
  FORBIDDEN: 403,
  SCOPE_DENIED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IDEMPOTENCY_MISMATCH: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** What is wrong with one field. A type and not an interface, because a ConvexError holds a plain Convex object. */
export type Problem = { field: string; message: string };

/** What is left of a limit within a minute (callers/quotas.ts). */
type LimitState = { name: "writes" | "starts"; limit: number; remaining: number; resetsAtMs: number };

/**
 * `message` and `field` are those of the first problem. With `retryable` the request may succeed a moment later.
 * `quota` is the limit that a RATE_LIMITED is about; clients see it in headers.
 */
export type ApiErrorData = {
  code: ErrorCode;
  message: string;
  field?: string;
  problems?: Problem[];
  retryable?: boolean;
  quota?: LimitState;
};

export type ApiError = ConvexError<ApiErrorData>;

/** `throw apiError("CONFLICT", "The run is not running.")` */
export function apiError(code: Exclude<ErrorCode, "VALIDATION">, message: string): ApiError {
  return new ConvexError<ApiErrorData>({ code, message });
}

/** `throw invalid("limit", "limit must be at most 100.")` */
export function invalid(field: string, message: string): ApiError {
  return invalidFields([{ field, message }]);
}

/** Like `invalid`, for several wrong fields at once. */
export function invalidFields(problems: Problem[]): ApiError {
  const [first = { field: "body", message: "The request is not valid." }] = problems;
  return new ConvexError<ApiErrorData>({ code: "VALIDATION", ...first, problems });
}

/** What a client may learn about a thrown value. Null when it is a fault of ours, about which clients learn nothing. */
export function apiErrorOf(thrown: unknown): ApiErrorData | null {
  if (!(thrown instanceof ConvexError)) return null;
  const data: unknown = thrown.data;
  if (typeof data !== "object" || data === null || !("code" in data) || !("message" in data)) return null;
  if (!isErrorCode(data.code) || typeof data.message !== "string") return null;
  const field = "field" in data && typeof data.field === "string" ? { field: data.field } : {};
  const problems =
    "problems" in data && Array.isArray(data.problems) ? { problems: data.problems.filter(isProblem) } : {};
  const quota = "quota" in data && isLimitState(data.quota) ? { quota: data.quota, retryable: true } : {};
  return { code: data.code, message: data.message, ...field, ...problems, ...quota };
}

function isLimitState(value: unknown): value is LimitState {
  return typeof value === "object" && value !== null && "resetsAtMs" in value && typeof value.resetsAtMs === "number";
}

/** Does the work for one item of a list in the request. What it refuses names the item: `runs.3.prompt`. */
export async function asItem<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const error = apiErrorOf(thrown);
    if (error === null) throw thrown;
    const { code, message, problems = [] } = error;
    if (code !== "VALIDATION") throw new ConvexError<ApiErrorData>({ ...error, message: `${path}: ${message}` });
    throw invalidFields(problems.map((one) => ({ field: `${path}.${one.field}`, message: `${path}: ${one.message}` })));
  }
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null || !("field" in value) || !("message" in value)) return false;
  return typeof value.field === "string" && typeof value.message === "string";
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(statusByCode, value);
}
