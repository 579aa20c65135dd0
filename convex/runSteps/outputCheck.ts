// Checks the output with which a step ends. Only the runner's report of a step loads this file and the checker.
import type { Doc } from "../_generated/dataModel";
import { invalid } from "../lib/errors";
import { schemaErrorsOf, throwSchemaErrors } from "../lib/jsonSchema";
import type { JsonSchema } from "../lib/jsonSchema";
import type { UpdateRequest } from "./requests";

/**
 * Returns the output as JSON text, or undefined when the report has none. Null is an output where the schema admits it,
 * and none elsewhere. Throws VALIDATION with the path.
 */
export function checkOutput(
  step: Doc<"runSteps">,
  { status, output }: Pick<UpdateRequest, "status" | "output">,
): string | undefined {
  const { outputSchema } = step;
  const schema = outputSchema === undefined ? undefined : (JSON.parse(outputSchema) as JsonSchema);
  if (output === undefined || (output === null && !(status === "completed" && admitsNull(schema)))) {
    if (status !== "completed" || schema === undefined || step.output !== undefined) return undefined;
    throw invalid("output", "output is required, because the step of the workflow has an outputSchema.");
  }
  if (schema === undefined) {
    throw invalid("output", "output must be left out, because the step of the workflow has no outputSchema.");
  }
  if (status !== "completed") throw invalid("output", "output must be left out unless the status is completed.");
  throwSchemaErrors("output", schemaErrorsOf(schema, output));
  return JSON.stringify(output);
}

function admitsNull(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && schemaErrorsOf(schema, null).length === 0;
}
