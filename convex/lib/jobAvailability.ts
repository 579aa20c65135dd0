// Times from which a job may be claimed that never come. The job waits for something else than the clock.

/** The project of the job was deleted (jobs/pausing.ts). */
export const neverMs = Number.MAX_SAFE_INTEGER;

/** A limit holds the run of the job (queue/entries.ts). */
export const heldMs = neverMs - 1;
