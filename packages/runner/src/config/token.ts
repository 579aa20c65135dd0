import { existsSync, readFileSync } from "node:fs";
import { ConfigurationError } from "../errors/configurationError";

/**
 * Returns the runner token or the deployment's secret. A file has either only the token, or a line
 * `JOB_CALLBACK_SECRET=...` as the deployment's own file has it.
 * `ownSecrets` is that file of a service on this machine. It is null for a service elsewhere.
 */
export function readToken(
  file: string | undefined,
  environment: Record<string, string | undefined>,
  ownSecrets: string | null,
): string {
  const given = environment["SWITCHYARD_RUNNER_TOKEN"] || environment["JOB_CALLBACK_SECRET"];
  if (given && file === undefined) return given;
  const from = file ?? (ownSecrets !== null && existsSync(ownSecrets) ? ownSecrets : undefined);
  if (from === undefined) {
    throw new ConfigurationError(
      "There is no token. Set SWITCHYARD_RUNNER_TOKEN to a runner token of the project, or --token-file to a file that has it.",
    );
  }
  const token = tokenIn(contentOf(from));
  if (token === undefined)
    throw new ConfigurationError(`The file ${from} has no token: it must have it as its only line.`);
  return token;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigurationError(
      `The token cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function tokenIn(content: string): string | undefined {
  const assigned = /^JOB_CALLBACK_SECRET=["']?([^"'\s]+)/m.exec(content)?.[1];
  return assigned ?? /^\s*(\S+)\s*$/.exec(content)?.[1];
}
