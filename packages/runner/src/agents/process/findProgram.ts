import { access, constants, stat } from "node:fs/promises";
import path from "node:path";

export interface ProgramPlaces {
  /** Relative folders of the search path are below it. Without it they are not searched. */
  worktree: string | null;
  /** The folder from which a relative path of the program leads. Null: the worktree. */
  programFolder: string | null;
}

/** Returns the full path of a program, searched as a shell does, or null if there is none. */
export async function findProgram(
  name: string,
  searched: string | undefined,
  places: ProgramPlaces,
): Promise<string | null> {
  for (const candidate of candidates(name, searched ?? "", places)) if (await isProgram(candidate)) return candidate;
  return null;
}

function candidates(name: string, searched: string, { worktree, programFolder }: ProgramPlaces): string[] {
  if (isPath(name)) return [path.resolve(programFolder ?? worktree ?? "/", name)];
  const folders = worktree === null ? absolutePath(searched) : searched;
  return folders.split(path.delimiter).map((place) => path.resolve(worktree ?? "/", place, name));
}

/** Whether a name says where the program is, as for a shell. */
export function isPath(name: string): boolean {
  return name.includes(path.sep);
}

/** Returns the full path of a program for the runner itself: found in its own environment, in no relative folder. */
export async function findOwnProgram(name: string): Promise<string | null> {
  return await findProgram(name, process.env["PATH"], { worktree: null, programFolder: "/" });
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
