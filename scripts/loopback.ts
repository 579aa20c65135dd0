// Tells the deployment's functions whether only this machine can reach it. Then webhooks may go to programs of this
// machine, which everywhere else would be addresses inside the service's own network. Through a proxy on this machine
// others reach it, too.
import { isIP } from "node:net";
import type { Settings } from "./settings";

export const loopbackVariable = "SERVICE_LOOPBACK_ONLY";

interface Variable {
  name: string;
  value: string;
}

export type Reach = Pick<Settings, "host" | "trustedProxies" | "publicAddresses">;

/** Returns the variable if it must change. A backup may have brought that of another machine. */
export function loopbackVariables(reach: Reach, current: Variable[]): { name: string; value: string | null }[] {
  const known = current.find(({ name }) => name === loopbackVariable)?.value ?? null;
  const value = isOnlyOfThisMachine(reach) ? "on" : null;
  return known === value ? [] : [{ name: loopbackVariable, value }];
}

function isOnlyOfThisMachine({ host, trustedProxies, publicAddresses: { httpUrl, socketUrl } }: Reach): boolean {
  return isLoopback(host) && trustedProxies.length === 0 && httpUrl === null && socketUrl === null;
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
