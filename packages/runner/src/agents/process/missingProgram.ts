// What people read about a program that cannot be started.
import { existsSync } from "node:fs";
import path from "node:path";
import { isPath } from "./findProgram";
import type { ProgramPlaces } from "./findProgram";
import type { WantedProgram } from "./launch";

export function missingProgramText({ command, install }: WantedProgram, { programFolder }: ProgramPlaces): string {
  const [program = ""] = command;
  const howTo = install ?? "Install it, or change the command in the configuration.";
  if (!isPath(program)) return `The program ${program} was not found in PATH. ${howTo}`;
  if (programFolder === null) return `The program ${program} was not found in the worktree. ${howTo}`;
  const file = path.resolve(programFolder, program);
  if (existsSync(file)) return `${file} cannot be executed. Make it a program: chmod +x ${file}`;
  const where = path.isAbsolute(program) ? "" : ` in ${programFolder}, the folder of the configuration`;
  return `The program ${program} was not found${where}. ${howTo}`;
}
