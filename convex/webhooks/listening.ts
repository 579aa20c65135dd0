/** Set by the embedded deployment where it listens on loopback alone (scripts/loopback.ts). */
export function mayUseLoopback(): boolean {
  return process.env["SERVICE_LOOPBACK_ONLY"] === "on";
}
