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

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
