// Checks the arguments and the result of a function: their sizes, and the validators that it declares.
import { hasPlaceholder } from "../../database/commitTimestamp";
import { limits } from "../../database/limits";
import type { RunOutcome } from "../../runtime/contract";
import { checkConvexJson, MAX_VALUE_NESTING } from "../../value/check";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json } from "../../value/json";
import { mayExceedLimits } from "../../value/limitPrecheck";
import { checkValidator } from "../../value/validate";
import type { RegisteredFunction } from "../deployment/deployment";

export function checkArguments(callee: RegisteredFunction, args: Json, tableOfId: (id: string) => string | null): void {
  if (!isJsonObject(args)) {
    throw new FunctionError("InvalidArgument", `Arguments of ${callee.displayName} must be an object.`);
  }
  const problem = callee.args === null ? null : checkValidator(callee.args, args, tableOfId);
  if (problem !== null) throw new FunctionError("ArgumentValidationError", `ArgumentValidationError: ${problem}`);
}

export function checkedSize(callee: RegisteredFunction, args: string): string {
  if (args.length <= limits.argumentBytes) return args;
  throw new FunctionError(
    "ArgumentsTooLarge",
    `Arguments for ${callee.displayName} are too large (${args.length} bytes, limit: ${limits.argumentBytes})`,
  );
}

export function checkedResult(
  callee: RegisteredFunction,
  outcome: RunOutcome,
  tableOfId: (id: string) => string | null,
  mayHoldCommitTs: boolean,
): string {
  switch (outcome.kind) {
    case "success":
      checkResult(callee, outcome.value, tableOfId, mayHoldCommitTs);
      return outcome.value;
    case "error":
      throw new FunctionError("FunctionFailed", outcome.message, outcome.data);
    case "response":
    case "noRoute":
      throw new Error(`${callee.displayName} answered as an HTTP action`);
  }
}

function checkResult(
  callee: RegisteredFunction,
  value: string,
  tableOfId: (id: string) => string | null,
  mayHoldCommitTs: boolean,
): void {
  if (value.length > limits.returnBytes) {
    throw new FunctionError(
      "ReturnTooLarge",
      `Function return value is too large (${value.length} bytes, limit: ${limits.returnBytes})`,
    );
  }
  const isSuspect = mayExceedLimits(value) || (!mayHoldCommitTs && hasPlaceholder(value));
  if (callee.returns === null && !isSuspect) return;
  const result = JSON.parse(value) as Json;
  if (isSuspect) checkBounds(callee, result, mayHoldCommitTs);
  if (callee.returns === null) return;
  const problem = checkValidator(callee.returns, result, tableOfId);
  if (problem !== null) throw new FunctionError("ReturnsValidationError", `ReturnsValidationError: ${problem}`);
}

function checkBounds(callee: RegisteredFunction, result: Json, mayHoldCommitTs: boolean): void {
  try {
    checkConvexJson(result, { maxNesting: MAX_VALUE_NESTING, mayHoldCommitTs });
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const message = `Function ${callee.displayName} return value invalid: ${error.message}`;
    throw new FunctionError(error.code, message);
  }
}
