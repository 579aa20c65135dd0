/**
 * How much is compiled at most. A document of the database holds 1 MiB, and with the ids of the learnings and what else is
 * in an answer so does one that is kept for repeats, as JSON; `bytesAdded` counts accordingly.
 */
export const documentBounds = {
  learningsMax: 1000,
  /**
   * Of those that name roles: each is a read of its own, and the run of a workflow with all six roles is given the
   * learnings of each in one transaction, which may make some four thousand reads.
   */
  ofRolesMax: 500,
  bytesMax: 900_000,
} as const;
