// The problems that the service found in a form, each for the field that it names.
import { useState } from "react";
import type { ServiceError } from "../feedback/serviceError";

interface FormProblems {
  /** The problem of a field or, for null, of the form as a whole. */
  problemOf: (field: string | null) => string | undefined;
  setError: (error: ServiceError) => void;
  /** Somebody changes the field, so what was said about it need not hold any more. */
  forget: (field: string) => void;
  clear: () => void;
}

export function useFormProblems(): FormProblems {
  const [error, show] = useState<ServiceError | null>(null);
  return {
    problemOf(field) {
      if (error === null) return undefined;
      // The whole form shows the message in any case: the field may be out of sight.
      if (field === null) return error.message;
      const found = error.problems.find((problem) => isWithin(problem.field, field));
      if (found !== undefined) return found.message;
      return error.field !== null && isWithin(error.field, field) ? error.message : undefined;
    },
    setError: show,
    forget: (field) => show((shown) => (shown === null ? null : without(shown, field))),
    clear: () => show(null),
  };
}

/** Returns null when nothing else was wrong. */
function without(error: ServiceError, field: string): ServiceError | null {
  const problems = error.problems.filter((problem) => !isWithin(problem.field, field));
  if (problems.length === error.problems.length && (error.field === null || !isWithin(error.field, field)))
    return error;
  const [first] = problems;
  return first === undefined ? null : { ...error, ...first, problems };
}

/** The service may name a place inside the field, such as `tags[0]` or `outputSchema.type`. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}[`) || path.startsWith(`${field}.`);
}
