// The parameters in the query of a request. Loaded by requests that take some.
import type { ZodMiniType } from "zod/mini";
import { checkShape } from "../lib/untrusted";
import { invalid } from "./errors";

/** Throws VALIDATION naming the parameter, also when it is given twice. */
export function readParameters<Output>(schema: ZodMiniType<Output>, parameters: URLSearchParams): Output {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (seen.has(name)) throw invalid(name, `${name} is given more than once.`);
    seen.add(name);
  }
  return checkShape(schema, Object.fromEntries(parameters));
}
