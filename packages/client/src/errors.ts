// What a call can end with besides an answer. Each refusal of the service is a SwitchyardError with the code, the field
// and the id of the request that the service names, so that a program decides by them and a person finds the request in
// the log of the service. No error has the API key in its text.

/** The codes of the service, which are never renamed, and those of the client itself. Later versions may add codes. */
export type ErrorCode =
  | "VALIDATION"
  | "AUTH_MISSING"
  | "AUTH_INVALID"
  | "FORBIDDEN"
  | "SCOPE_DENIED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "IDEMPOTENCY_MISMATCH"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "NOT_IMPLEMENTED"
  | "UNAVAILABLE"
  | "CONNECTION"
  | "TIMEOUT"
  | "ANSWER"
  | (string & {});

export interface Problem {
  field: string;
  message: string;
}

export interface ErrorDetails {
  code: ErrorCode;
  /** The HTTP status. 0 when there was no answer. */
  status?: number | undefined;
  /** The field of the request that is wrong. */
  field?: string | undefined;
  /** All wrong fields, when the service names several. */
  problems?: readonly Problem[] | undefined;
  requestId?: string | undefined;
  /** Whether the same call may succeed a moment later. The client has tried it again already. */
  retryable?: boolean | undefined;
  /** How long the service asks to wait before the next try. */
  retryAfterMs?: number | undefined;
}

export class SwitchyardError extends Error {
  // Minified code has other names of classes, so each class says its name.
  override readonly name: string = "SwitchyardError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly problems: readonly Problem[];
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.code = details.code;
    this.status = details.status ?? 0;
    this.field = details.field;
    this.problems = details.problems ?? [];
    this.requestId = details.requestId;
    // Without the field a fault of the service may have passed a moment later.
    this.retryable = details.retryable ?? this.status >= 500;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The request is wrong; `field` names where. */
export class ValidationError extends SwitchyardError {
  override readonly name = "ValidationError";
}

/** There is no API key, or it is unknown, revoked or expired. */
export class AuthenticationError extends SwitchyardError {
  override readonly name = "AuthenticationError";
}

/** The key lacks a scope, or the resource belongs to another project. */
export class PermissionError extends SwitchyardError {
  override readonly name = "PermissionError";
}

export class NotFoundError extends SwitchyardError {
  override readonly name = "NotFoundError";
}

/** The state of the resource does not allow the call, or the idempotency key was used for another request. */
export class ConflictError extends SwitchyardError {
  override readonly name = "ConflictError";
}

/** The key has made too many requests. */
export class RateLimitError extends SwitchyardError {
  override readonly name = "RateLimitError";
}

/** The service, or a proxy before it, has failed. */
export class ServerError extends SwitchyardError {
  override readonly name = "ServerError";
}

/** The connection failed before there was a whole answer. */
export class ConnectionError extends SwitchyardError {
  override readonly name = "ConnectionError";
}

/** There was no whole answer in time. */
export class TimeoutError extends SwitchyardError {
  override readonly name = "TimeoutError";
}

/** The answer is not one of this service: a redirect, or a page of something else at this address. */
export class AnswerError extends SwitchyardError {
  override readonly name = "AnswerError";
}

type Refusal = new (message: string, details: ErrorDetails) => SwitchyardError;

const refusalByStatus: Record<number, Refusal> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error that an answer with this status and body means. `body` is null where it is not JSON. */
export function refusalOf(status: number, body: unknown, requestId: string | null, retryAfterMs?: number) {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const text = (name: string) => (typeof error[name] === "string" ? error[name] : undefined);
  const code = text("code") ?? `HTTP_${status}`;
  // By the contract an error that does not say so is retryable when the service has failed. A call that is still in
  // progress will have an answer, and after 429 there will be room again.
  const isRetryable =
    typeof error["retryable"] === "boolean"
      ? error["retryable"]
      : status >= 500 || status === 429 || code === "IDEMPOTENCY_IN_PROGRESS";
  const Made = refusalByStatus[status] ?? (status >= 500 ? ServerError : SwitchyardError);
  return new Made(text("message") ?? `The service answered with status ${status}.`, {
    code,
    status,
    field: text("field"),
    problems: Array.isArray(error["problems"]) ? error["problems"].filter(isProblem) : [],
    requestId: text("requestId") ?? requestId ?? undefined,
    retryable: isRetryable,
    retryAfterMs,
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isProblem(value: unknown): value is Problem {
  return isRecord(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}
