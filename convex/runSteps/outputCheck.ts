// Checks the output with which a step ends. Only the runner's report of a step loads this file and the checker.
import type { Doc } from "../_generated/dataModel";
import { invalid } from "../lib/errors";
import { faultsOf, refuseFaults } from "../lib/jsonSchema";
import type { JsonSchema } from "../lib/jsonSchema";
import type { UpdateRequest } from "./requests";

/** Returns the output as JSON text, or undefined when the report has none. Throws VALIDATION with the path. */
export function checkedOutput(
  step: Doc<"runSteps">,
  { status, output }: Pick<UpdateRequest, "status" | "output">,
): string | undefined {
  const { outputSchema } = step;
  if (output == null) {
    if (status !== "completed" || outputSchema === undefined || step.output !== undefined) return undefined;
    throw invalid("output", "output is required, because the step of the workflow has an outputSchema.");
  }
  if (outputSchema === undefined) {
    throw invalid("output", "output must be left out, because the step of the workflow has no outputSchema.");
  }
  if (status !== "completed") throw invalid("output", "output must be left out unless the status is completed.");
  refuseFaults("output", faultsOf(JSON.parse(outputSchema) as JsonSchema, output));
  return JSON.stringify(output);
}
