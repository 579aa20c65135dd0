/** Returns whether there is a process with this id, also when it belongs to another user. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
