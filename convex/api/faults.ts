// What was thrown and is no refusal: a fault of ours, or a database that cannot be used at this moment. Loaded when it is
// needed, since most requests have none.
import type { ApiErrorData } from "../lib/errors";
import { apiError } from "../lib/errors";

/** As the embedded deployment words it. An action learns of it by the message of an Error alone. */
const outage = /^(The disk of the deployment|Another process holds the lock|The state of the database) /;

/** Writes it to the log and gives what may be told of it: of a fault of ours, nothing. */
export function noteFault(requestId: string, request: Request, thrown: unknown): ApiErrorData {
  const details = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  // The path and no query: clients put secrets into queries now and then.
  console.error(`Request ${requestId} (${request.method} ${new URL(request.url).pathname}) failed: ${details}`);
  if (!(thrown instanceof Error && outage.test(thrown.message))) {
    const { data } = apiError("INTERNAL", "Something went wrong on our side.");
    return isLasting(thrown) ? { ...data, retryable: false } : data;
  }
  return { code: "UNAVAILABLE", message: thrown.message };
}

/** A repeated request meets it again, such as a configuration that has to be put right first. */
function isLasting(thrown: unknown): boolean {
  return thrown instanceof Error && "isLasting" in thrown && thrown.isLasting === true;
}
