// What `npm start` tells an operator besides that it is ready.
import { chmodSync, fchmodSync, fstatSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isJsonLog } from "./jsonLog";
import { hasOwnSignIn } from "./signIn";
import { faultsOf, renamedIn, unknownOf } from "./variables";

interface Variable {
  name: string;
  value: string;
}

/** Returns notes about variables that look wrong but do not prevent a start. */
export function variableNotes(current: Variable[]): string[] {
  const held = Object.fromEntries(current.map(({ name, value }) => [name, value]));
  return [
    ...unknownOf(process.env),
    ...renamedIn(held),
    ...faultsOf(held).map((fault) => `${fault} It was set by \`npx convex env set\`.`),
    ...signInNotes(current, held),
    ...platformKeyNotes(held),
  ];
}

function platformKeyNotes(held: Record<string, string>): string[] {
  if (!held["PLATFORM_KEY_CODE_HOST"] || held["PLATFORM_CODE_HOST_ORIGINS"]) return [];
  return [
    "PLATFORM_KEY_CODE_HOST goes to no host until PLATFORM_CODE_HOST_ORIGINS names some, such as https://github.com.",
  ];
}

function signInNotes(current: Variable[], held: Record<string, string>): string[] {
  if (hasOwnSignIn(current)) return [];
  const names = ["IDP_ISSUER", "IDP_APPLICATION_ID"];
  const missing = names.filter((name) => !held[name]);
  const notes = missing.length > 0 ? [noSignInNote(missing)] : [];
  const fromDatabase = names.filter((name) => held[name] && !process.env[name]);
  if (fromDatabase.length === 0) return notes;
  const values = fromDatabase.map((name) => `${name} (${held[name]})`).join(" and ");
  const removal = fromDatabase.map((name) => `\`npx convex env remove ${name}\``).join(" and ");
  return [...notes, `${values} came from the database, which keeps what was set once; ${removal} removes it.`];
}

/** `missing` names one variable or both. */
function noSignInNote(missing: string[]): string {
  if (missing.length === 1) return `${missing.join("")} is missing: nobody can sign in.`;
  return (
    "Nobody can sign in to the dashboard: SERVICE_HOST lets other machines in, and there is no identity provider. " +
    "Set IDP_ISSUER and IDP_APPLICATION_ID, or leave SERVICE_HOST out and use an SSH tunnel. docs/teams.md shows both."
  );
}

/**
 * Returns how the first key is shown. Under a service manager more people can read the log than may have the key, so
 * the key is written to a file.
 */
export function showKey(dataDirectory: string, apiKey: string): { told: string; inCommand: string } {
  if (!isKeptLog()) return { told: `${apiKey}  (shown only this once)`, inCommand: apiKey };
  const file = path.join(dataDirectory, "first-key");
  writeFileSync(file, `${apiKey}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return { told: `in ${file}; take it and remove the file`, inCommand: `$(cat ${file})` };
}

/**
 * Whether a service manager keeps the output: it is a log as JSON, it goes to systemd's journal, or the process belongs
 * to a systemd unit.
 */
export function isKeptLog(): boolean {
  const { JOURNAL_STREAM: journal, INVOCATION_ID: invocation } = process.env;
  // A container may have a terminal, and what it writes is kept nevertheless.
  if (isJsonLog()) return true;
  if (process.stdout.isTTY) return false;
  const { dev, ino } = fstatSync(1);
  return journal === `${dev}:${ino}` || (invocation ?? "") !== "";
}

/**
 * A file into which a shell leads the output keeps the first key and the address that signs in, so only its owner
 * may read it. Returns what the operator should know, or nothing.
 */
export function keepOutputPrivate(): string[] {
  const output = fstatSync(1);
  if (!output.isFile() || (output.mode & 0o077) === 0) return [];
  try {
    fchmodSync(1, output.mode & 0o700);
    return ["The output goes to a file. Others could read it, and it may hold keys; now only its owner can."];
  } catch {
    return ["The output goes to a file that others can read, and it may hold keys."];
  }
}
