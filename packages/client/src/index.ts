export { Switchyard } from "./client.js";
export {
  AnswerError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SwitchyardError,
  TimeoutError,
  ValidationError,
} from "./errors.js";
export type { ErrorCode, Problem } from "./errors.js";
export type { List, Page } from "./lists.js";
export type { AnswerOf, InputOf, OperationName } from "./methods.js";
export type { CallOptions, Fetch, SwitchyardOptions } from "./service.js";
export type { Run, WaitOptions, Waited } from "./waiting.js";
export { WebhookError, webhooks } from "./webhooks.js";
export type { WebhookHeaders, WebhookMessage } from "./webhooks.js";
export type * from "./_generated/operations.js";
