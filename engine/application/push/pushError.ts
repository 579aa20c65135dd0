import { FunctionError } from "../../value/functionError";
import { RequestError } from "../contract";

/** Turns a problem that a check finds in pushed code into the answer to the push. */
export function asPushError(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof FunctionError ? new RequestError(400, error.code, error.message) : error;
  }
}
