// Files in the system's folders that not everybody may read, such as /etc/shadow. The runner's user may be root or in
// groups that can read them; an agent has no use for them. Sockets are among them: a
// read-only folder does not keep anybody from connecting.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { toolEnvironment } from "../process/environment";
import { IsolationError } from "./contract";

const execute = promisify(execFile);
const isPrivate = ["(", "-type", "f", "!", "-perm", "-004", "-o", "-type", "d", "!", "-perm", "-005", "-o"];
const listed = [...isPrivate, "-type", "s", ")", "-prune", "-print0"];
const maxBytes = 64 * 1024 * 1024;
/** bwrap takes about 9,000 words. */
const maxPlaces = 1500;

export async function findPrivateFiles(folders: readonly string[]): Promise<string[]> {
  const found = (await find(folders)).split("\0").filter((place) => place !== "");
  if (found.length <= maxPlaces) return found;
  throw new IsolationError(
    `${found.length} files and folders of ${folders.join(", ")} are not for everybody to read, and bubblewrap cannot ` +
      "hide so many one by one. Make the folders that hold them private (chmod o-rx), or set another isolation.",
  );
}

/** A file that vanishes meanwhile makes `find` end with 1, which says nothing about the others. */
async function find(folders: readonly string[]): Promise<string> {
  const options = { cwd: "/", env: toolEnvironment(), maxBuffer: maxBytes };
  try {
    return (await execute("find", ["-P", ...folders, ...listed], options)).stdout;
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: unknown };
    if (code === 1 && typeof stdout === "string") return stdout;
    throw new IsolationError(
      `What agents must not read cannot be listed: ${error instanceof Error ? error.message : "?"}`,
    );
  }
}
