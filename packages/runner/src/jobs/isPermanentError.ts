import { UnusableRepositoryError } from "../git/importObjects";
import { PermanentJobError } from "./contract";

/** What an agent has broken in git would be broken again, and each try is an agent's work. */
export function isPermanentError(error: unknown): boolean {
  return error instanceof PermanentJobError || error instanceof UnusableRepositoryError;
}
