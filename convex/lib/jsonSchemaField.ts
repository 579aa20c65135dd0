// The field of a request that is a JSON Schema, in its own file: only requests that have such a field load the checker.
import * as z from "zod/mini";
import type { SchemaError, JsonSchema } from "./jsonSchema";
import { readJsonSchema } from "./readJsonSchema";
import { jsonErrorMessages } from "./fields";
import { findJsonError } from "./plainJson";

/** Its output is the schema with each `$ref` replaced. `faultOf` may ask for more than `readJsonSchema` does. */
export const jsonSchemaField = (maxLength: number, faultOf: (schema: JsonSchema) => SchemaError | null = () => null) =>
  z.pipe(
    z.unknown(),
    z.transform((value, payload): JsonSchema => {
      const read = readJsonSchema(value, maxLength);
      const fault = read.kind === "fault" ? read.fault : (faultOf(read.schema) ?? storageErrorOf(read.schema));
      if (fault === null && read.kind === "schema") return read.schema;
      const { path = [], words = "is not valid" } = fault ?? {};
      payload.issues.push({ code: "custom", path, message: words, input: value });
      return false;
    }),
  );

/** Names of properties become fields of values, which the platform restricts. */
function storageErrorOf(schema: JsonSchema): SchemaError | null {
  const fault = findJsonError(schema);
  return fault === null ? null : { path: [], words: jsonErrorMessages[fault] };
}
