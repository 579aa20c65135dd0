// Where the runner fetches from and pushes to. Projects and runs name any address. On this machine only folders that
// the configuration names are repositories, since git reads whatever its user may, and a push runs hooks of its target.
import { realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { redactCredentials } from "../git/redact";
import { PermanentJobError } from "../jobs/contract";

const remote = new Set(["https:", "http:", "ssh:", "git:"]);

/** There is nothing at a path where the runner would use a repository. */
export class MissingFolderError extends PermanentJobError {}

interface Local {
  /** The folders below which there are repositories. */
  repositories: readonly string[];
  /** The folder of the runner, with the repositories and worktrees of others. */
  own: string;
  /** What isolated programs may change: a repository there could be a trap for the runner's own git. */
  writable: readonly string[];
}

/** Returns the address for git: a remote one as it is, a local one without links. Throws PermanentJobError. */
export async function requireAllowedAddress(url: string, local: Local): Promise<string> {
  if (url.startsWith("-") || /^[^/]*::/.test(url))
    throw new PermanentJobError(`The address of the repository, ${redactCredentials(url)}, is not one.`);
  const [, scheme] = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(url) ?? [];
  if (scheme === undefined) return /^[^/]*:/.test(url) ? url : await localFolder(url, local);
  if (scheme.toLowerCase() === "file:") return await localFolder(fileOf(url), local);
  if (remote.has(scheme.toLowerCase())) return url;
  throw new PermanentJobError(`The runner does not fetch ${scheme.slice(0, -1)}: it knows https, http, ssh and git.`);
}

function fileOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new PermanentJobError(`The address of the repository, ${redactCredentials(url)}, is not one.`);
  }
}

async function localFolder(folder: string, local: Local): Promise<string> {
  const real = path.isAbsolute(folder) ? await realpath(folder).catch(() => null) : null;
  if (real !== null && (await isAllowed(real, local))) return await requireUntouched(real, local);
  if (real === null && path.isAbsolute(folder)) {
    const above = await realFolderAbove(folder);
    if (await isAllowed(above, local))
      throw new MissingFolderError(`There is no folder ${folder} on the runner's machine.`);
  }
  throw new PermanentJobError(
    `This runner does not use ${folder} as a repository. On this machine it uses those below the folders that ` +
      "`localRepositories` of its configuration names (--local-repositories), and none of its own folder.",
  );
}

/** `real` is a path without links. */
async function isAllowed(real: string, { repositories, own }: Local): Promise<boolean> {
  const allowed = await Promise.all(repositories.map((place) => realpath(place).catch(() => null)));
  if (!allowed.some((place) => place !== null && isWithin(real, place))) return false;
  return !isWithin(real, await realpath(own).catch(() => own));
}

/** Throws PermanentJobError where a program could have changed a part of the repository. */
async function requireUntouched(real: string, { writable }: Local): Promise<string> {
  for (const place of writable) {
    const realPlace = await realpath(place).catch(() => place);
    if (!isWithin(real, realPlace) && !isWithin(realPlace, real)) continue;
    throw new PermanentJobError(
      `This runner does not use ${real} as a repository: agents may change ${place}. Take that out of \`writable\` in ` +
        "the configuration of the runner, or move the repository.",
    );
  }
  return real;
}

/** The lowest folder above that exists, without links: who may name repositories below it may learn what is missing. */
async function realFolderAbove(folder: string): Promise<string> {
  const above = path.dirname(folder);
  return (await realpath(above).catch(() => null)) ?? (above === folder ? above : await realFolderAbove(above));
}

function isWithin(place: string, above: string): boolean {
  const way = path.relative(above, place);
  return way !== ".." && !way.startsWith(`..${path.sep}`);
}
