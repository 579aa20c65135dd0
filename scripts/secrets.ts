// The deployment's environment variables that this machine provides: secrets that are made once and kept in a file
// only the owner can read, and whatever the process environment says, which wins.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

const signingSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** Each is made when it is needed and nobody has given it. */
const makers: Record<string, () => string> = {
  JOB_CALLBACK_SECRET: () => randomBytes(32).toString("base64url"),
  IDP_WEBHOOK_SECRET: signingSecret,
  JOB_RUNNER_SIGNING_SECRET: signingSecret,
  PROVIDER_KEY_ENCRYPTION_KEY: () => randomBytes(32).toString("base64"),
};

const passedOn =
  /^(SERVICE_ENVIRONMENT|SERVICE_DELETION_GRACE_HOURS|IDP_ISSUER|IDP_APPLICATION_ID|PLATFORM_KEY_.+|JOB_RUNNER_URL)$/;

/** What has to change in the deployment's variables; makes and keeps the secrets that are missing. */
export function environmentChanges(
  dataDirectory: string,
  current: { name: string; value: string }[],
): { name: string; value: string }[] {
  const known = new Map(current.map(({ name, value }) => [name, value]));
  const wanted = new Map(givenByProcess());
  const hasRunnerUrl = wanted.has("JOB_RUNNER_URL") || known.has("JOB_RUNNER_URL");
  const isNeeded = (name: string) => name !== "JOB_RUNNER_SIGNING_SECRET" || hasRunnerUrl;
  const needed = Object.keys(makers).filter((name) => !wanted.has(name) && !known.has(name) && isNeeded(name));
  for (const [name, value] of keepSecrets(dataDirectory, needed, known)) wanted.set(name, value);
  return [...wanted].filter(([name, value]) => known.get(name) !== value).map(([name, value]) => ({ name, value }));
}

function givenByProcess(): [string, string][] {
  return Object.entries(process.env).flatMap(([name, value]): [string, string][] => {
    const isMeant = name in makers || passedOn.test(name);
    return isMeant && value !== undefined && value !== "" ? [[name, value]] : [];
  });
}

/**
 * The values of `needed`, kept or made. The file says what the deployment uses, also after somebody brought variables
 * back from a backup; it is whole at every moment, and written before any of it is in use.
 */
function keepSecrets(
  dataDirectory: string,
  needed: string[],
  known: ReadonlyMap<string, string>,
): Iterable<[string, string]> {
  const file = path.join(dataDirectory, "secrets.env");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const kept = parseEnv(text);
  const used = Object.entries(kept).map(([name, value]): [string, string] => [name, known.get(name) ?? value ?? ""]);
  const secrets = new Map(needed.map((name): [string, string] => [name, kept[name] ?? makers[name]?.() ?? ""]));
  const lines = [...new Map([...used, ...secrets])].map(([name, value]) => `${name}=${value}\n`).join("");
  if (lines !== text) {
    writeFileSync(`${file}.new`, lines, { mode: 0o600 });
    chmodSync(`${file}.new`, 0o600);
    renameSync(`${file}.new`, file);
  }
  return secrets;
}
