// The environment variables that this machine gives the deployment: secrets that are generated once and kept in a file
// that only its owner can read, and the variables of the process environment, which take precedence.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { forDeployment } from "./variables";

const signingSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
export const newEncryptionKey = () => randomBytes(32).toString("base64");

/** How each secret is generated when it is needed and nobody has set it. */
const makers: Record<string, () => string> = {
  JOB_CALLBACK_SECRET: () => randomBytes(32).toString("base64url"),
  IDP_WEBHOOK_SECRET: signingSecret,
  JOB_RUNNER_SIGNING_SECRET: signingSecret,
  PROVIDER_KEY_ENCRYPTION_KEY: newEncryptionKey,
};

/** Former values of this key are kept, because a backup may need them. */
const neverForgotten = "PROVIDER_KEY_ENCRYPTION_KEY";

const heading = `# Secrets that were made for this deployment, as they hold: its database decides, and this file follows it. To change
# one, use \`npx convex env set\`; what is written here by hand is put back.
`;

interface Variable {
  name: string;
  value: string;
}

/**
 * Returns the variables of the deployment that must change. Secrets that are missing are generated and written to the
 * file.
 */
export function environmentVariables(dataDirectory: string, current: Variable[]): Variable[] {
  const known = new Map(current.map(({ name, value }) => [name, value]));
  const wanted = new Map(forDeployment(process.env));
  const hasRunnerUrl = wanted.has("JOB_RUNNER_URL") || known.has("JOB_RUNNER_URL");
  const isNeeded = (name: string) => name !== "JOB_RUNNER_SIGNING_SECRET" || hasRunnerUrl;
  const needed = Object.keys(makers).filter((name) => !wanted.has(name) && !known.has(name) && isNeeded(name));
  const kept = readKept(dataDirectory);
  const secrets = needed.map((name): [string, string] => [name, kept[name] ?? makers[name]?.() ?? ""]);
  writeKept(dataDirectory, new Map([...Object.entries(kept), ...secrets]));
  for (const [name, value] of secrets) wanted.set(name, value);
  return [...wanted].filter(([name, value]) => known.get(name) !== value).map(([name, value]) => ({ name, value }));
}

/**
 * Writes the present values of the variables into the file, also after somebody has changed a variable or restored all
 * of them from a backup. Returns the names of the variables whose value in the file differed.
 */
export function followEnvironment(dataDirectory: string, current: Variable[]): string[] {
  const kept = readKept(dataDirectory);
  const known = new Map(current.map(({ name, value }) => [name, value]));
  const differing = Object.keys(kept).filter((name) => known.has(name) && known.get(name) !== kept[name]);
  const held = Object.entries(kept).map(([name, value]): [string, string] => [name, known.get(name) ?? value]);
  writeKept(dataDirectory, new Map(held));
  return differing;
}

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, "secrets.env");
}

function readKept(dataDirectory: string): Record<string, string> {
  const file = fileIn(dataDirectory);
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value ?? ""]));
}

/** Replaces the file in one step, so that it is never incomplete. A secret is written before it is used. */
function writeKept(dataDirectory: string, values: ReadonlyMap<string, string>): void {
  const file = fileIn(dataDirectory);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = [...values.keys()].sort().map((name) => `${name}=${values.get(name)}\n`);
  const next = heading + lines.join("") + formerKeys(text, values.get(neverForgotten));
  if (next === text) return;
  writeFileSync(`${file}.new`, next, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

/** Returns the previous keys as comment lines, so that no program reads them by mistake. */
function formerKeys(text: string, current: string | undefined): string {
  const former = [...text.matchAll(/^# former (PROVIDER_KEY_ENCRYPTION_KEY=\S+)$/gm)].map(([, line = ""]) => line);
  const kept = parseEnv(text)[neverForgotten];
  if (kept !== undefined && kept !== current) former.push(`${neverForgotten}=${kept}`);
  const lines = [...new Set(former)].filter((line) => line !== `${neverForgotten}=${current}`);
  return lines.map((line) => `# former ${line}\n`).join("");
}
