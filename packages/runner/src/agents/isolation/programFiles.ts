// Where an installed program has its files, so that an isolated agent that is installed below the home can start. Only
// what belongs to the program is named: a folder such as ~/.local also holds keys.
import { existsSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { findOwnProgram } from "../process/findProgram";

/** Returns the files and folders that a program needs: itself, its packages, and what its first line names. */
export async function filesOfProgram(file: string): Promise<string[]> {
  const interpreter = await interpreterOf(file);
  return [...(await ofOne(file)), ...(interpreter === null ? [] : await ofOne(interpreter))];
}

export function isBelow(place: string, above: string): boolean {
  return place === above || place.startsWith(above.endsWith("/") ? above : `${above}/`);
}

async function ofOne(file: string): Promise<string[]> {
  const real = await realpath(file).catch(() => file);
  return [file, real, ...nodeInstallation(file), ...nodeInstallation(real), ...package_(real)];
}

/** A version manager of Node has programs in `bin` that lead to the packages in `lib/node_modules` beside it. */
function nodeInstallation(file: string): string[] {
  const folder = path.dirname(file);
  const packages = path.join(path.dirname(folder), "lib/node_modules");
  return path.basename(folder) === "bin" && existsSync(packages) ? [folder, packages] : [];
}

/** A package of Node with those beside it, which it may need, or an environment of Python. */
function package_(real: string): string[] {
  const parts = real.split("/");
  const first = parts.indexOf("node_modules");
  if (first > 0) return [parts.slice(0, first + 1).join("/")];
  const environment = path.dirname(path.dirname(real));
  return existsSync(path.join(environment, "pyvenv.cfg")) ? [environment] : [];
}

/** The program in the first line of a script: `#!/usr/bin/env node`, or a path. */
async function interpreterOf(file: string): Promise<string | null> {
  const begin = await firstBytes(file).catch(() => "");
  const [, program, argument] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(begin) ?? [];
  if (program === undefined) return null;
  if (path.basename(program) !== "env") return program;
  return argument === undefined ? null : await findOwnProgram(argument);
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
