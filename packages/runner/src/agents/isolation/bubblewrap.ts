// The agent sees the system's programs read-only, its worktree, and what the settings name. Everything else does not
// exist for it. It sees no process but its own, and all of them end with the first.
import { execFile } from "node:child_process";
import { existsSync, lstatSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { promisify } from "node:util";
import { toolEnvironment } from "../process/environment";
import type { Bubblewrap, IsolatedInvocation, Invocation, IsolationSettings } from "./contract";
import { IsolationError } from "./contract";
import { isBelow, filesOfProgram } from "./programFiles";
import { findPrivateFiles } from "./privateFiles";
import { systemCallFilter } from "./systemCallFilter";

const execute = promisify(execFile);
const probeMs = 20_000;

/** Programs, libraries and their settings. Homes, temporary files and the runner's data are not among them. */
const system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store"];
/**
 * In these, what not everybody may read is hidden. All of the others lead into them or are public. Programs are many,
 * so they are searched once; settings for each agent, since somebody may write a password between two of them.
 */
const programs = ["/usr", "/opt"];
const settings = "/etc";
/** What the loader reads, where links of programs lead, and who users are. */
const forStarting = ["ld.so.cache", "alternatives", "passwd", "group", "nsswitch.conf"];

/**
 * The agent has no capability. There is no new session: the runner starts each agent in one of its own, without a
 * terminal, and so signals still reach the whole group.
 */
const always = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
const withoutRights = ["--cap-drop", "ALL"];
/**
 * Run by root, the agent must be somebody else inside, or each program that it starts would get root's rights again.
 * This user has a name everywhere. For files the kernel still takes it for root, so `/proc`, which lets root change the
 * machine's settings, is read-only.
 */
const notRoot = ["--unshare-user", "--uid", "65534", "--gid", "65534", ...withoutRights];
/** From the most to the least. Old kernels and old versions do not know the first, and a setuid bwrap only the last. */
const forRoot = [["--disable-userns", ...notRoot], notRoot];
const forOthers = [["--disable-userns", "--unshare-user", ...withoutRights], ["--unshare-user", ...withoutRights], []];

/** Returns how the program isolates here, tried with a real process, or why it does not. */
export async function tryBubblewrap(program: string, hidden: readonly string[]): Promise<Bubblewrap | string> {
  if (systemCallFilter(process.arch) === null) return `no filter of system calls is known for ${process.arch}`;
  let reason = "";
  for (const kind of isRoot() ? forRoot : forOthers) {
    const options = [...always, ...kind];
    try {
      const args = [...options, ...systemMounts(), "--", "/bin/sh", "-c", showsRights];
      const { stdout } = await execute(program, args, { cwd: "/", env: toolEnvironment(), timeout: probeMs });
      if (/^0+$/.test(stdout.trim())) {
        return { kind: "bubblewrap", program, options, hidden, masked: await findPrivateFiles(programs) };
      }
      reason = "the program inside keeps rights of root";
    } catch (error) {
      reason = error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : String(error);
    }
  }
  return reason;
}

const showsRights = `while read -r name value; do [ "$name" != CapEff: ] || echo "$value"; done </proc/self/status`;

export async function inBubblewrap(
  isolation: Bubblewrap,
  invocation: Invocation,
  settings: IsolationSettings,
): Promise<IsolatedInvocation> {
  const { env, worktree, systemSettings } = invocation;
  const filter = systemCallFilter(process.arch);
  if (filter === null) throw new IsolationError(`bubblewrap has no filter of system calls for ${process.arch}.`);
  const installed = await installedPlaces(invocation);
  requireVisible(invocation, [...shownOf(systemSettings), ...installed, ...settings.readable, ...settings.writable]);
  const options = [
    ...isolation.options,
    ...(settings.network === "none" ? ["--unshare-net"] : []),
    ...(await mounts(invocation, settings, { ...isolation, installed })),
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    "--chdir",
    worktree,
  ];
  return {
    file: isolation.program,
    args: ["--args", "4", "--seccomp", "5", "--", invocation.file, ...invocation.args],
    env: toolEnvironment(),
    handedOver: options.map((option) => `${option}\0`).join(""),
    systemCallFilter: filter,
    cleanUp: () => Promise.resolve(),
  };
}

async function mounts(
  { worktree, env, writable, systemSettings }: Invocation,
  shared: IsolationSettings,
  { hidden, masked, installed }: Pick<Bubblewrap, "hidden" | "masked"> & { installed: readonly string[] },
): Promise<string[]> {
  const home = env["HOME"] ?? "";
  const shown = hidden.filter((place) => system.some((above) => isBelow(place, above)));
  const empty = ["/tmp", ...shown, ...(home.startsWith("/") && home !== "/" ? [home] : [])];
  const isBare = systemSettings === "forStarting";
  const hide = (places: readonly string[]) =>
    places.filter((place) => !empty.some((above) => isBelow(place, above))).flatMap(emptied);
  return [
    ...systemMounts(),
    ...(isBare ? bareSettings() : [...(await resolver()), ...hide(await findPrivateFiles([settings]))]),
    ...hide(masked),
    ...empty.flatMap((place) => ["--tmpfs", place]),
    ...bind("--ro-bind-try", [...installed, ...shared.readable]),
    ...bind("--bind-try", shared.writable),
    ...bind("--bind", writable),
    // A worktree may be known by a name that leads through a link. The link itself does not exist inside.
    "--bind",
    await realpath(worktree),
    worktree,
    // At the end, since a runner may have its folder below it.
    ...(isBare ? ["--remount-ro", settings] : []),
  ];
}

function systemMounts(): string[] {
  const devices = ["--dev", "/dev", "--proc", "/proc", ...(isRoot() ? ["--remount-ro", "/proc"] : [])];
  return [...bind("--ro-bind-try", system), ...devices];
}

/** Nothing has to be searched for what not everybody may read. */
function bareSettings(): string[] {
  const shown = forStarting.map((name) => `${settings}/${name}`).filter(isPublic);
  return ["--tmpfs", settings, ...bind("--ro-bind", shown)];
}

function isPublic(place: string): boolean {
  const status = statSync(place, { throwIfNoEntry: false });
  if (status === undefined) return false;
  const needed = status.isDirectory() ? 0o005 : 0o004;
  return (status.mode & needed) === needed;
}

/** Where `/etc/resolv.conf` leads to on many systems. The sockets beside it are not shown. */
async function resolver(): Promise<string[]> {
  const file = await realpath("/etc/resolv.conf").catch(() => "/etc");
  return file.startsWith("/run/") ? ["--ro-bind-try", file, file] : [];
}

/** Node and the program itself may be installed below the home, where nothing else is visible. */
async function installedPlaces({ own, systemSettings }: Invocation): Promise<string[]> {
  const files = (await Promise.all([process.execPath, ...own].map(filesOfProgram))).flat();
  return files.filter((place) => !shownOf(systemSettings).some((above) => isBelow(place, above)));
}

/** What is shown as it is. A program may also be found by a link below `/etc`. */
function shownOf(systemSettings: Invocation["systemSettings"]): string[] {
  return systemSettings === "public" ? system : system.filter((place) => place !== settings);
}

function requireVisible({ file, worktree }: Invocation, visible: readonly string[]): void {
  if ([worktree, ...visible].some((above) => isBelow(file, above)) || !existsSync(file)) return;
  throw new IsolationError(
    `Agents run in bubblewrap, and there ${file} is not visible. Name its folder in \`readable\` of the agent.`,
  );
}

/** In place of a file there is a device that cannot be opened. */
function emptied(place: string): string[] {
  const status = lstatSync(place, { throwIfNoEntry: false });
  if (status === undefined) return [];
  return status.isDirectory() ? ["--tmpfs", place, "--remount-ro", place] : ["--ro-bind", "/dev/null", place];
}

function bind(option: string, places: readonly string[]): string[] {
  return places.flatMap((place) => [option, place, place]);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
