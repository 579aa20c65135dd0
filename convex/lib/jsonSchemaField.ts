// The field of a request that is a JSON Schema, in its own file: only requests that have such a field load the checker.
import * as z from "zod/mini";
import type { SchemaError, JsonSchema } from "./jsonSchema";
import { readJsonSchema } from "./readJsonSchema";
import { jsonErrorMessages } from "./fields";
import { findJsonError } from "./plainJson";

/** Its output is the schema with each `$ref` replaced. `errorOf` may ask for more than `readJsonSchema` does. */
export const jsonSchemaField = (maxLength: number, errorOf: (schema: JsonSchema) => SchemaError | null = () => null) =>
  z.pipe(
    z.unknown(),
    z.transform((value, payload): JsonSchema => {
      const read = readJsonSchema(value, maxLength);
      const error = read.kind === "error" ? read.error : (errorOf(read.schema) ?? storageErrorOf(read.schema));
      if (error === null && read.kind === "schema") return read.schema;
      const { path = [], message = "is not valid" } = error ?? {};
      payload.issues.push({ code: "custom", path, message, input: value });
      return false;
    }),
  );

/** Names of properties become fields of values, which the platform restricts. */
function storageErrorOf(schema: JsonSchema): SchemaError | null {
  const error = findJsonError(schema);
  return error === null ? null : { path: [], message: jsonErrorMessages[error] };
}
