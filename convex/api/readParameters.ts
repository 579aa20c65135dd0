// Reads the parameters in a request's query and headers. Only requests for routes with parameters load this file.
import { buildOnce } from "../lib/buildOnce";
import type { LazySchema } from "../lib/schemas";
import { checkShape } from "../lib/untrusted";
import { invalid } from "../lib/errors";
import type { AnyInput, ReadRoute } from "./routeBuilders";

/** Throws VALIDATION that names the parameter. A parameter that is given twice is refused too. */
export async function readParameters(
  { answer }: ReadRoute,
  schema: LazySchema<AnyInput>,
  parameters: URLSearchParams,
  headers: Headers,
): Promise<AnyInput> {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (seen.has(name)) throw invalid(name, `${name} is given more than once.`);
    seen.add(name);
  }
  const input = checkShape(await buildOnce(schema), Object.fromEntries(parameters));
  if (answer.kind !== "followed") return input;
  const { withResumePosition } = await import("./follow");
  return withResumePosition(input, headers, answer.positionOfId);
}
