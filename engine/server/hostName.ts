// The host that a client names. A page of any website can let the name of that site point to an address of this network
// (DNS rebinding), and then read what answers there without a credential. It cannot choose what the browser sends as
// Host: that is the name of its site.
import { isIP } from "node:net";

/** Returns whether a Host header names an IP address or this machine. Browsers always send one. */
export function isAddress(host: string | undefined): boolean {
  if (host === undefined) return true;
  const [, inBrackets, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  if (inBrackets !== undefined) return isIP(inBrackets) === 6;
  return isIP(plain) === 4 || plain.toLowerCase() === "localhost";
}
