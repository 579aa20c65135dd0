import { realpath } from "node:fs/promises";
import { findProgram } from "../process/findProgram";
import { gitFolders } from "./gitFolders";
import type { Enclosed, Invocation, IsolationSettings } from "./contract";
import { Refused } from "./contract";

/** Programs, libraries and their settings. Homes, temporary files and the runner's data are not among them. */
const system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store"];
/** Where `/etc/resolv.conf` leads to on many systems. */
const resolver = "/run/systemd/resolve";

/**
 * The agent sees the system's programs read-only, its worktree, and what the settings name. Everything else does not
 * exist for it. It sees no process but its own, and all of them end with the first.
 */
export async function inBubblewrap(invocation: Invocation, settings: IsolationSettings): Promise<Enclosed> {
  const { env, worktree } = invocation;
  const bwrap = await findProgram("bwrap", env["PATH"] ?? "", worktree);
  if (bwrap === null) {
    throw new Refused(
      "isolation is bubblewrap, but the program bwrap was not found. Install it (Debian, Ubuntu: apt-get install " +
        "bubblewrap), or set isolation to docker or none.",
    );
  }
  const args = [...apart(settings), ...(await mounts(invocation, settings)), "--chdir", worktree, "--"];
  return {
    file: bwrap,
    args: [...args, invocation.file, ...invocation.args],
    env,
    cleanUp: () => Promise.resolve(),
  };
}

function apart({ network }: IsolationSettings): string[] {
  const namespaces = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  return ["--die-with-parent", ...namespaces, ...(network === "none" ? ["--unshare-net"] : [])];
}

async function mounts({ worktree, env, writable }: Invocation, settings: IsolationSettings): Promise<string[]> {
  const git = await gitFolders(worktree);
  const home = env["HOME"];
  return [
    ...bind("--ro-bind-try", [...system, resolver]),
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    ...["/tmp", ...(home === undefined ? [] : [home])].flatMap((place) => ["--tmpfs", place]),
    ...bind("--ro-bind-try", settings.readable),
    ...bind("--bind-try", settings.writable),
    ...bind("--ro-bind", git.readable),
    ...bind("--bind", [...git.writable, ...writable]),
    // A worktree may be known by a name that leads through a link. The link itself does not exist inside.
    "--bind",
    await realpath(worktree),
    worktree,
    ...bind("--ro-bind-try", git.protected),
  ];
}

function bind(option: string, places: readonly string[]): string[] {
  return places.flatMap((place) => [option, place, place]);
}
