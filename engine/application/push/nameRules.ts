// Checks the names in pushed code, with Convex's messages: paths of modules, functions, and fields of validators.
import type { PushAnalysis } from "../../runtime/contract";
import type { ValidatorJson } from "../../value/validatorJson";
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

export function checkNames({ modules, schema }: PushAnalysis): void {
  for (const { path, functions } of modules) {
    for (const { name, args, returns } of functions) {
      const problem = problemOfIdentifier(name);
      if (problem !== null) {
        throw new RequestError(400, "InvalidFunctionName", `Invalid function name used in \`${path}\`: ${problem}`);
      }
      const invalidJson = (method: string) => `Invalid JSON returned from ${path}:${name}.${method}()`;
      checkFields(args, "InvalidModules", invalidJson("exportArgs"));
      checkFields(returns, "InvalidModules", invalidJson("exportReturns"));
    }
  }
  for (const { documentType } of schema?.tables ?? []) {
    checkFields(documentType, "SchemaDefinitionError", "Hit an error while evaluating your schema");
  }
}

function checkFields(validator: ValidatorJson | null, code: string, prefix: string): void {
  const problem = validator === null ? null : problemOfFields(validator);
  if (problem !== null) throw new RequestError(400, code, `${prefix}: ${problem}`);
}

function problemOfFields(validator: ValidatorJson): string | null {
  switch (validator.type) {
    case "object":
      return firstProblem(
        Object.entries(validator.value),
        ([name, { fieldType }]) => problemOfFieldName(name) ?? problemOfFields(fieldType),
      );
    case "array":
      return problemOfFields(validator.value);
    case "union":
      return firstProblem(validator.value, problemOfFields);
    case "record":
      return problemOfFields(validator.values.fieldType);
    default:
      return null;
  }
}

function firstProblem<Part>(parts: readonly Part[], problemOf: (part: Part) => string | null): string | null {
  for (const part of parts) {
    const problem = problemOf(part);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfFieldName(name: string): string | null {
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
