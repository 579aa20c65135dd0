/**
 * How long a batch waits for a lock that another process holds, such as a shell or a backup. SQLite could wait by
 * itself, but then all reads would wait too.
 */
export const lockWaitMs = 5_000;
export const lockRetryMs = 20;
