// Checks the names in pushed code, with Convex's messages: paths of modules, functions, and fields.
import type { PushAnalysis } from "../../runtime/contract";
import { RequestError } from "../contract";

const maxLength = 64;

export function checkModulePath(path: string): void {
  for (const part of path.split("/")) {
    const problem = problemOfPathPart(part);
    if (problem === null) continue;
    throw new RequestError(
      400,
      "BadConvexModuleIdentifier",
      `${path} is not a valid path to a Convex module. ${problem}`,
    );
  }
}

function problemOfPathPart(part: string): string | null {
  if (part.length > maxLength) {
    return `Path component is too long (${part.length} > maximum ${maxLength}): ${part.slice(0, maxLength)}...`;
  }
  if (!/^[A-Za-z0-9_.]*$/.test(part)) {
    return `Path component ${part} can only contain alphanumeric characters, underscores, or periods.`;
  }
  return /[A-Za-z0-9]/.test(part) ? null : `Path component ${part} must have at least one alphanumeric character.`;
}

export function checkFunctionNames({ modules }: PushAnalysis): void {
  for (const { path, functions } of modules) {
    for (const { name } of functions) {
      const problem = problemOfIdentifier(name);
      if (problem !== null) {
        throw new RequestError(400, "InvalidFunctionName", `Invalid function name used in \`${path}\`: ${problem}`);
      }
    }
  }
}

export function problemOfFieldName(name: string): string | null {
  if (name.startsWith("$")) return `Field name ${name} starts with '$', which is reserved.`;
  const character = /[^ -~]/u.exec(name)?.[0];
  if (character === undefined) return problemOfIdentifier(name);
  return `Field name ${name} has invalid character '${character}': Field names can only contain non-control ASCII characters`;
}

/** Unlike the names of tables and indexes, these names may begin with an underscore. */
function problemOfIdentifier(name: string): string | null {
  const [first] = name;
  if (first === undefined) return "Identifier cannot be empty";
  if (!/[A-Za-z_]/.test(first)) {
    return `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`;
  }
  const character = /[^A-Za-z0-9_]/u.exec(name)?.[0];
  if (character !== undefined) {
    return `Identifier ${name} has invalid character '${character}': Identifiers can only contain alphanumeric characters or underscores`;
  }
  if (name.length > maxLength) return `Identifier is too long (${name.length} > maximum ${maxLength})`;
  return /^_+$/.test(name) ? `Identifier ${name} cannot have exclusively underscores` : null;
}
