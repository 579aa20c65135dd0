import type { Json } from "./json";

/**
 * A failure that belongs to the function (or to what it asked for), not to the engine: it may be caught by the
 * calling function, and its text may be shown to a developer. `data` is the payload of a ConvexError, as Convex JSON.
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
