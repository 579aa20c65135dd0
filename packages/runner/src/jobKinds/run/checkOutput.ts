import * as z from "zod";
import { isNestedTooDeeply } from "../../text/json";

/** Returns what is wrong with an output, or null. The service checks it again, by the same JSON Schema. */
export function outputError(schema: unknown, output: unknown): string | null {
  if (output === undefined) return "there is none";
  if (isNestedTooDeeply(output)) return "it is nested too deeply";
  try {
    const result = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(output);
    return result.success ? null : z.prettifyError(result.error);
  } catch {
    // The schema uses something that is unknown here. Then the service alone decides.
    return null;
  }
}
