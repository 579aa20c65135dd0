// Checks the validators in pushed code, with Convex's messages: of arguments, of results, and of documents.
import type { PushAnalysis } from "../../runtime/contract";
import { validatorInMessage } from "../../value/messageText";
import type { ValidatorJson } from "../../value/validatorJson";
import { RequestError } from "../contract";
import { problemOfFieldName } from "./nameRules";

const schemaDocs = "To learn more, see the schema documentation at https://docs.convex.dev/database/schemas.";

export function checkValidators({ modules, schema }: PushAnalysis): void {
  for (const { path, functions } of modules) {
    for (const { name, args, returns } of functions) {
      const invalidJson = (method: string) => `Invalid JSON returned from ${path}:${name}.${method}()`;
      refuse(problemOfArgs(args), "InvalidModules", invalidJson("exportArgs"));
      refuse(returns && problemOf(returns), "InvalidModules", invalidJson("exportReturns"));
    }
  }
  for (const { documentType } of schema?.tables ?? []) {
    const problem = documentType && (problemOf(documentType) ?? problemOfDocument(documentType));
    refuse(problem, "SchemaDefinitionError", "Hit an error while evaluating your schema");
  }
}

function refuse(problem: string | null, code: string, prefix: string): void {
  if (problem !== null) throw new RequestError(400, code, `${prefix}: ${problem}`);
}

function problemOfArgs(args: ValidatorJson | null): string | null {
  if (args === null) return null;
  const isAllowed = args.type === "object" || args.type === "any";
  return problemOf(args) ?? (isAllowed ? null : "Args validator must be an object or any");
}

function problemOfDocument(type: ValidatorJson): string | null {
  const wrong = (type.type === "union" ? type.value : [type]).find((part) => part.type !== "object");
  if (wrong === undefined || type.type === "any") return null;
  const expected = "The document validator in a schema must be an object, a union of objects, or `v.any()`.";
  return `${expected} Found ${validatorInMessage(wrong)}. ${schemaDocs}`;
}

function problemOf(validator: ValidatorJson): string | null {
  switch (validator.type) {
    case "object":
      return firstProblem(
        Object.entries(validator.value),
        ([name, { fieldType }]) => problemOfFieldName(name) ?? problemOf(fieldType),
      );
    case "array":
      return problemOf(validator.value);
    case "union":
      return firstProblem(validator.value, problemOf);
    case "record":
      return problemOfKeys(validator.keys) ?? problemOf(validator.values.fieldType);
    default:
      return null;
  }
}

function problemOfKeys(keys: ValidatorJson): string | null {
  const cases = casesOf(keys);
  if (!cases.every(isText)) {
    const found = `a record with key typed as \`${validatorInMessage(keys)}\``;
    return `Records can only have string keys. Your validator contains ${found}, which is not a subtype of \`v.string()\``;
  }
  return cases.some(({ type }) => type === "literal") ? "Records cannot have string literal keys" : null;
}

/** The validators of which a union consists, also where it is one of unions. */
function casesOf(validator: ValidatorJson): readonly ValidatorJson[] {
  return validator.type === "union" ? validator.value.flatMap(casesOf) : [validator];
}

function isText(validator: ValidatorJson): boolean {
  if (validator.type === "literal") return typeof validator.value === "string";
  return validator.type === "string" || validator.type === "id";
}

function firstProblem<Part>(parts: readonly Part[], problemOfPart: (part: Part) => string | null): string | null {
  for (const part of parts) {
    const problem = problemOfPart(part);
    if (problem !== null) return problem;
  }
  return null;
}
