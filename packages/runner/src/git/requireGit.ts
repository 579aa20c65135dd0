import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { toolEnvironment } from "../agents/process/environment";

/** There is no git on this machine. The message says how to get it. */
export class GitMissingError extends Error {}

/** Throws GitMissingError. macOS has a program `git` that only says what to install, so it must answer, too. */
export async function requireGit(): Promise<void> {
  try {
    await promisify(execFile)("git", ["--version"], { env: toolEnvironment() });
  } catch {
    throw new GitMissingError(
      "git is missing. Install it and start again: `sudo apt install git` on Debian and Ubuntu, `xcode-select --install` on macOS.",
    );
  }
}
