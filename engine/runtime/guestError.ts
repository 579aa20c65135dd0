// Turns an error of the host into the error that guest code sees.
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import { FunctionError } from "./contract";
import type { Run } from "./run";

export function guestErrorOf(run: Run, error: unknown): unknown {
  const { realm } = run.guest;
  // An action may continue without this call or try it again, because each of its calls is a transaction of its own.
  if (run.isAction && error instanceof DatabaseUnavailable) return new realm.Error(error.message);
  if (!(error instanceof FunctionError)) {
    run.breakOff(error);
    return new realm.Error("The operation could not be completed.");
  }
  const guestError = new realm.Error(error.message);
  if (error.data === undefined) return guestError;
  const data: unknown = realm.JSON.parse(JSON.stringify(error.data));
  return Object.assign(guestError, { data });
}
