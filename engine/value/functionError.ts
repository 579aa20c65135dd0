import type { Json } from "./json";

/**
 * A failure of an application's function, or of its request, and not of the engine. The calling function may catch
 * it, and its text may be shown to a developer. `data` is the payload of a ConvexError, as Convex JSON.
 */
export class FunctionError extends Error {
  readonly code: string;
  readonly data: Json | undefined;
  constructor(code: string, message: string, data?: Json) {
    super(message);
    this.name = "FunctionError";
    this.code = code;
    this.data = data;
  }
}
