// What a person or a script reads when a command has failed.
import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  ConnectionError,
  SwitchyardError,
  TimeoutError,
  ValidationError,
} from "../../../client/src/index";
import type { Terminal } from "../terminal/terminal";
import { dim, join, red } from "../terminal/text";
import { exitCodes, Failure } from "./failure";
import type { Environment } from "./context";
import type { Ending } from "./failure";

interface Circumstances {
  isJson: boolean;
  /** The service that the command has talked to. */
  url: string;
  environment: Environment;
}

/** Prints why the command has failed, and returns how it has ended. */
export function explain(error: unknown, terminal: Terminal, { isJson, url, environment }: Circumstances): Ending {
  const failure = failureOf(error, url);
  if (failure.ending === "interrupted") {
    terminal.hideProgress();
    return "interrupted";
  }
  const { message, details, ending } = failure;
  if (isJson) terminal.errorJson({ error: { message, ...details, exitCode: exitCodes[ending] } });
  else {
    terminal.note(join(red("switchyard: "), message));
    for (const [label, value] of [
      ["field", details.field],
      ["code", details.code],
      ["request", details.requestId],
    ] as const) {
      if (value !== undefined) terminal.note(join(dim(`  ${label.padEnd(8)}`), value));
    }
    if (details.advice !== undefined) terminal.note(`  ${details.advice}`);
  }
  if (ending === "fault" && error instanceof Error && environment["SWITCHYARD_DEBUG"])
    for (const line of (error.stack ?? "").split("\n")) terminal.note(line);
  return ending;
}

function failureOf(error: unknown, url: string): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof SwitchyardError) return failureOfService(error, url);
  if (error instanceof Error && error.name === "AbortError") return new Failure("interrupted", "Interrupted.");
  return new Failure("fault", `A fault of the command: ${error instanceof Error ? error.message : String(error)}`, {
    advice: "SWITCHYARD_DEBUG=1 shows where. Please report it with that.",
  });
}

function failureOfService(error: SwitchyardError, url: string): Failure {
  const details = { code: error.code, field: error.field ?? undefined, requestId: error.requestId ?? undefined };
  const [ending, advice] = consequenceOf(error);
  const message = error instanceof ConnectionError ? `Cannot reach ${url}${reasonOf(error)}.` : error.message;
  return new Failure(ending, message, { ...details, advice });
}

/** How the command ends, and what the person can do. */
function consequenceOf(error: SwitchyardError): [ending: Exclude<Ending, "ok">, advice?: string] {
  if (error instanceof AuthenticationError)
    return [
      "refused",
      "`switchyard login` stores another key. Keys are made in Settings, or by `switchyard keys create`.",
    ];
  if (error instanceof PermissionError)
    return ["refused", "Ask an owner of the project for a key with this scope, or for the role."];
  if (error instanceof NotFoundError)
    return ["notFound", "Look at the list for what there is. A key sees its own project only."];
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return ["unavailable", "Check the address (--url, SWITCHYARD_URL), and whether the service runs."];
  // The client has refused it, without a request.
  if (error instanceof ValidationError) return ["usage"];
  if (error.status >= 400 && error.status < 500 && error.status !== 429) return ["usage"];
  return error.retryable ? ["unavailable", "Try again in a moment."] : ["unavailable"];
}

/** What the system says about a connection, such as ECONNREFUSED, is below what \`fetch\` says. */
function reasonOf({ cause }: Error): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error && "code" in inner ? ` (${String(inner.code)})` : "";
}
