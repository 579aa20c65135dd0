// Tells the deployment's functions whether only this machine can reach it. Then webhooks may go to programs of this
// machine, which everywhere else would be addresses inside the service's own network.
import { isIP } from "node:net";

export const loopbackVariable = "SERVICE_LOOPBACK_ONLY";

interface Variable {
  name: string;
  value: string;
}

/** Returns the variable if it must change. A backup may have brought that of another machine. */
export function loopbackChanges(host: string, current: Variable[]): { name: string; value: string | null }[] {
  const known = current.find(({ name }) => name === loopbackVariable)?.value ?? null;
  const value = isLoopback(host) ? "on" : null;
  return known === value ? [] : [{ name: loopbackVariable, value }];
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
