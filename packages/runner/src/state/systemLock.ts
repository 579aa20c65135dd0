// A lock that the system holds: it ends with the process, however the process ends, and counts for everybody who shares
// the file, also for containers that do not see one another's processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, constants, openSync, renameSync } from "node:fs";
import { hasCode } from "../agentFiles/openFile";
import { toolEnvironment } from "../agents/process/environment";
import { ConfigurationError } from "../errors/configurationError";

const { O_CREAT, O_NONBLOCK, O_RDWR } = constants;
/** These systems lock a file while they open it. Node does not name the flag, which has this value on all of them. */
const lockWhileOpening = 0x20;
const lockingSystems: ReadonlySet<string> = new Set(["darwin", "freebsd", "openbsd"]);
const missing = "flock is missing. Install it and start again: `sudo apt install util-linux` on Debian and Ubuntu.";

/**
 * Returns the descriptor that holds the lock, or null while another process holds it. The lock is free when the
 * descriptor is closed. The file stays for good: a process that deleted it would let two processes lock two files.
 */
export async function lockFile(file: string): Promise<number | null> {
  return lockingSystems.has(process.platform) ? openLocked(file) : await openAndLock(file);
}

function openLocked(file: string): number | null {
  try {
    return openAnything(file, O_RDWR | O_CREAT | O_NONBLOCK | lockWhileOpening);
  } catch (error) {
    if (hasCode(error, "EAGAIN")) return null;
    throw error;
  }
}

async function openAndLock(file: string): Promise<number | null> {
  const descriptor = openAnything(file, O_RDWR | O_CREAT | O_NONBLOCK);
  let isHeld = false;
  try {
    isHeld = await lockDescriptor(descriptor, file);
  } finally {
    if (!isHeld) closeSync(descriptor);
  }
  return isHeld ? descriptor : null;
}

/**
 * Nobody reads or writes the file, so it may hold anything. A link counts for what it leads to. Nothing that could be
 * another runner's lock is moved away: for a path that ends with a slash the system renames only a folder.
 */
function openAnything(file: string, flags: number): number {
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    if (hasCode(error, "EACCES")) chmodSync(file, 0o600);
    else if (hasCode(error, "EISDIR")) renameSync(`${file}/`, `${file}.unusable-${Date.now()}`);
    else throw error;
    return openSync(file, flags, 0o600);
  }
}

/**
 * Node cannot lock a file. The program can, for the descriptor that it inherits: the lock belongs to what both have
 * opened, so it stays when the program ends. No other program of the runner inherits the descriptor.
 */
async function lockDescriptor(descriptor: number, file: string): Promise<boolean> {
  const options = { cwd: "/", env: toolEnvironment() };
  const program = spawn("flock", ["-n", "3"], { ...options, stdio: ["ignore", "ignore", "pipe", descriptor] });
  let said = "";
  program.stderr?.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  await once(program, "close").catch((error: unknown) => {
    throw hasCode(error, "ENOENT") ? new ConfigurationError(missing) : error;
  });
  if (program.exitCode === 0) return true;
  // It ends so without a word when another process has the lock.
  if (program.exitCode === 1 && said === "") return false;
  throw new ConfigurationError(`${file} cannot be locked: ${said.trim() || "flock has failed"}.`);
}
