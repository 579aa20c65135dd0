// The field of a request that is a JSON Schema, in its own file: only requests that have such a field load the checker.
import * as z from "zod/mini";
import type { Fault, JsonSchema } from "./jsonSchema";
import { readSchema } from "./jsonSchemaReading";
import { wordsOfFault } from "./fields";
import { faultOfJson } from "./plainJson";

/** Its output is the schema with each `$ref` replaced. `faultOf` may ask for more than `readSchema` does. */
export const jsonSchema = (maxLength: number, faultOf: (schema: JsonSchema) => Fault | null = () => null) =>
  z.pipe(
    z.unknown(),
    z.transform((value, payload): JsonSchema => {
      const read = readSchema(value, maxLength);
      const fault = read.kind === "fault" ? read.fault : (faultOf(read.schema) ?? faultOfStoring(read.schema));
      if (fault === null && read.kind === "schema") return read.schema;
      const { path = [], words = "is not valid" } = fault ?? {};
      payload.issues.push({ code: "custom", path, message: words, input: value });
      return false;
    }),
  );

/** Names of properties become fields of values, which the platform restricts. */
function faultOfStoring(schema: JsonSchema): Fault | null {
  const fault = faultOfJson(schema);
  return fault === null ? null : { path: [], words: wordsOfFault[fault] };
}
