// The keys that `login` has stored, one for each deployment, in a file that only its owner can read.
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { Failure } from "../frame/failure";
import { isRecord } from "../frame/isRecord";

export interface Profile {
  url: string;
  key: string;
  /** The name of the project to which the key belongs. */
  project: string;
  dashboard?: string;
}

export interface Stored {
  /** The profile that commands use when nobody names another. */
  current: string | null;
  profiles: Record<string, Profile>;
}

type Environment = Record<string, string | undefined>;

export function profilesFile(environment: Environment): string {
  const base = environment["XDG_CONFIG_HOME"] || path.join(environment["HOME"] || homedir(), ".config");
  return path.join(base, "switchyard", "profiles.json");
}

/** The profile with this name. Names such as `constructor` are those of profiles alone. */
export function profileNamed(name: string | null | undefined, { profiles }: Stored): Profile | null {
  return name != null && Object.hasOwn(profiles, name) ? (profiles[name] ?? null) : null;
}

/** `note` says what was mended. */
export function readProfiles(file: string, note: (text: string) => void): Stored {
  const text = textOf(file, note);
  if (text === null) return { current: null, profiles: {} };
  const stored = parsed(text);
  if (stored === null) {
    throw new Failure("usage", `The file ${file} cannot be read: it is not what \`switchyard login\` writes.`, {
      advice: "Delete it, and use `switchyard login` again.",
    });
  }
  return stored;
}

/** Returns null where there is no file. */
function textOf(file: string, note: (text: string) => void): string | null {
  try {
    closeToOthers(file, note);
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    if (code === "ENOENT") return null;
    throw new Failure("usage", `The file ${file} with the stored keys cannot be read (${code}).`, {
      advice: `Make it yours and readable, with its folder, or name another folder in XDG_CONFIG_HOME.`,
    });
  }
}

/** Replaces the file as a whole. It is never readable by others, not even while it is written. */
export function writeProfiles(file: string, stored: Stored): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, `${JSON.stringify(stored, null, 2)}\n`);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    throw new Failure("usage", `The file ${file} with the stored keys cannot be written (${code}).`, {
      advice: `${path.dirname(file)} must be a folder that you may write to. XDG_CONFIG_HOME names another one.`,
    });
  }
}

function replaceFile(file: string, text: string): void {
  // What a command left behind that was killed must not stop this one.
  const partial = `${file}.${randomUUID()}`;
  try {
    writeFileSync(partial, text, { mode: 0o600, flag: "wx" });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** What the system says, such as EACCES. Null for an error that is not the system's. */
function systemCodeOf(error: unknown): string | null {
  return error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : null;
}

function closeToOthers(file: string, note: (text: string) => void): void {
  // Windows has no such bits.
  if (process.platform === "win32") return;
  const { mode, uid } = statSync(file);
  const own = process.getuid?.();
  if (uid !== own && own !== 0) {
    throw new Failure("usage", `The file ${file} belongs to another user, who knows the keys in it.`, {
      advice: "Delete it, and use `switchyard login` again.",
    });
  }
  if ((mode & 0o077) === 0) return;
  chmodSync(file, 0o600);
  note(`Others could read the keys in ${file}. Only you can now. Revoke the keys if somebody else uses this machine.`);
}

function parsed(text: string): Stored | null {
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is Stored {
  if (!isRecord(value) || !isRecord(value["profiles"])) return false;
  const { current, profiles } = value;
  return (current === null || typeof current === "string") && Object.values(profiles).every(isProfile);
}

function isProfile(value: unknown): value is Profile {
  if (!isRecord(value)) return false;
  const { url, key, project, dashboard } = value;
  return (
    [url, key, project].every((one) => typeof one === "string") && ["string", "undefined"].includes(typeof dashboard)
  );
}
