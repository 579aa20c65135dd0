/**
 * Limits on one compiled document. A row of the database holds at most 1 MiB. A stored answer is a row too, and it
 * contains the document as JSON together with the ids of the learnings and other fields; `bytesAdded` counts
 * accordingly.
 */
export const documentBounds = {
  maxLearnings: 1000,
  /**
   * The largest number of learnings that name roles. Reading each of them is a separate read, and a run with all six
   * roles reads the learnings of each role in one transaction, which may make about four thousand reads.
   */
  maxOfRoles: 500,
  maxBytes: 900_000,
} as const;
