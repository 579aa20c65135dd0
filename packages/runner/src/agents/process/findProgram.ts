import { access, constants, stat } from "node:fs/promises";
import path from "node:path";

/** Returns the full path of a program, searched as a shell does, or null if there is none. */
export async function findProgram(name: string, searched: string, folder: string): Promise<string | null> {
  const candidates = name.includes(path.sep)
    ? [path.resolve(folder, name)]
    : searched.split(path.delimiter).map((place) => path.resolve(folder, place, name));
  for (const candidate of candidates) if (await isProgram(candidate)) return candidate;
  return null;
}

/** Returns the full path of a program for the runner itself: found in its own environment, in no relative folder. */
export async function findOwnProgram(name: string): Promise<string | null> {
  return await findProgram(name, absolutePath(process.env["PATH"]), "/");
}

/** A relative part of the search path would be looked for in the worktree of an agent. */
export function absolutePath(searched: string | undefined): string {
  const places = (searched ?? "").split(path.delimiter);
  return places.filter((place) => path.isAbsolute(place)).join(path.delimiter);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
