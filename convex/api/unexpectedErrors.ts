// Our own faults, and a database that is unavailable for now. This file is loaded only when there is such an error.
import type { ApiErrorData } from "../lib/errors";
import { apiError } from "../lib/errors";

/** The words of the embedded deployment. An action can recognise this error only by its message. */
const outage = /^(The disk of the deployment|Another process holds the lock|The state of the database) /;

/** Logs the error, and returns what the client may learn about it: nothing, when it is our own fault. */
export function logUnexpectedError(requestId: string, request: Request, thrown: unknown): ApiErrorData {
  const details = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  // Only the path is logged: clients sometimes put secrets into the query.
  console.error(`Request ${requestId} (${request.method} ${new URL(request.url).pathname}) failed: ${details}`);
  if (!(thrown instanceof Error && outage.test(thrown.message))) {
    return apiError("INTERNAL", "Something went wrong on our side.").data;
  }
  return { code: "UNAVAILABLE", message: thrown.message };
}
