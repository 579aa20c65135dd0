// The parameters of a request, in its query and, for what can be followed, in its headers. Loaded by requests that take
// some.
import { builtOnce } from "../lib/builtOnce";
import type { LazySchema } from "../lib/schemas";
import { checkShape } from "../lib/untrusted";
import { invalid } from "../lib/errors";
import type { AnyInput, ReadRoute } from "./routes";

/** Throws VALIDATION naming the parameter, also when it is given twice. */
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
  const input = checkShape(await builtOnce(schema), Object.fromEntries(parameters));
  if (answer.kind !== "followed") return input;
  const { resumed } = await import("./follow");
  return resumed(input, headers);
}
