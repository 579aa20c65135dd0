// The problems that the service found in a form, each for the field that it names.
import { useState } from "react";
import type { Refusal } from "../feedback/refusal";

interface Problems {
  /** The problem of a field or, for null, of the form as a whole. */
  problemOf: (field: string | null) => string | undefined;
  show: (refusal: Refusal) => void;
  clear: () => void;
}

export function useProblems(): Problems {
  const [refusal, show] = useState<Refusal | null>(null);
  return {
    problemOf(field) {
      if (refusal === null) return undefined;
      // The whole form shows the message in any case: the field may be out of sight.
      if (field === null) return refusal.message;
      const found = refusal.problems.find((problem) => isWithin(problem.field, field));
      if (found !== undefined) return found.message;
      return refusal.field !== null && isWithin(refusal.field, field) ? refusal.message : undefined;
    },
    show,
    clear: () => show(null),
  };
}

/** The service may name a place inside the field, such as `tags[0]` or `outputSchema.type`. */
function isWithin(place: string, field: string): boolean {
  return place === field || place.startsWith(`${field}[`) || place.startsWith(`${field}.`);
}
