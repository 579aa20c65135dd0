import { FunctionError } from "../value/functionError";
import { textOf, type Json, type JsonObject } from "../value/json";
import type { Document } from "./documents";

/**
 * Refuses system fields in a write, unless they repeat the stored values. All other names that begin with "_" are
 * reserved.
 */
export function refuseSystemFields(fields: JsonObject, old: Document | undefined): void {
  for (const field of Object.keys(fields)) {
    if (!field.startsWith("_")) continue;
    if (old !== undefined && (field === "_id" || field === "_creationTime") && fields[field] === old[field]) continue;
    throw new FunctionError("SystemFields", systemFieldProblem(field, fields[field]));
  }
}

function systemFieldProblem(field: string, value: Json | undefined): string {
  if (field === "_id") return `Provided document ID ${textOf(value)} doesn't match '_id' field`;
  if (field === "_creationTime") return "Provided creation time doesn't match '_creationTime' field";
  return `Field '${field}' starts with an underscore, which is only allowed for system fields like '_id'`;
}
