import { existsSync, readFileSync } from "node:fs";
import { ConfigurationFault } from "./fault";

/** Where the embedded deployment keeps its secret, seen from the folder in which `npm start` runs. */
const ownSecrets = ".data/secrets.env";

/**
 * Returns the runner token or the deployment's secret. A file has either nothing but the token, or a line
 * `JOB_CALLBACK_SECRET=...` as the deployment's own file has it.
 */
export function readToken(file: string | undefined, environment: Record<string, string | undefined>): string {
  const given = environment["SWITCHYARD_RUNNER_TOKEN"] || environment["JOB_CALLBACK_SECRET"];
  if (given && file === undefined) return given;
  const from = file ?? (existsSync(ownSecrets) ? ownSecrets : undefined);
  if (from === undefined) {
    throw new ConfigurationFault(
      "There is no token. Set SWITCHYARD_RUNNER_TOKEN to a runner token of the project, or tokenFile to a file that has it.",
    );
  }
  const token = tokenIn(contentOf(from));
  if (token === undefined)
    throw new ConfigurationFault(`The file ${from} has no token: it must have it as its only line.`);
  return token;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigurationFault(
      `The token cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function tokenIn(content: string): string | undefined {
  const assigned = /^JOB_CALLBACK_SECRET=["']?([^"'\s]+)/m.exec(content)?.[1];
  return assigned ?? /^\s*(\S+)\s*$/.exec(content)?.[1];
}
