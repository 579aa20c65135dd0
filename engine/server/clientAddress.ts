// Finds the client to whose bounds a request counts. Behind a reverse proxy every connection comes from the proxy. If
// the proxy's address is trusted, the client is the address that the proxy names in X-Forwarded-For.
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { memoryLimits } from "../memoryLimits";
import type { Holder } from "./sharedCapacity";

/** No address is longer. */
const maxAddressLength = 64;
const bytesOfEntry = 128;
const maxKnown = Math.floor(memoryLimits.clientAddresses / (bytesOfEntry + 2 * maxAddressLength));

export class ClientAddresses {
  private readonly proxies = new BlockList();
  /**
   * Looking an address up costs as much as the rest of a short request, and most requests come from the same addresses.
   */
  private readonly known = new Map<string, boolean>();

  /**
   * `trusted` holds addresses, or networks such as `10.0.0.0/8`. Throws an Error that names an entry it cannot read.
   */
  constructor(trusted: readonly string[]) {
    for (const entry of trusted) {
      const [address = "", length] = entry.split("/");
      const version = isIP(address);
      const longest = version === 6 ? 128 : 32;
      const bits = length === undefined ? longest : Number(length);
      if (version === 0 || !/^\d*$/.test(length ?? "") || bits > longest) {
        throw new Error(`"${entry}" is neither an address nor a network such as 10.0.0.0/8.`);
      }
      this.proxies.addSubnet(address, bits, version === 6 ? "ipv6" : "ipv4");
    }
  }

  /** Returns the holder of a connection. null means a trusted proxy, which brings the requests of many clients. */
  ofConnection(remoteAddress: string | undefined): Holder {
    const address = plain(remoteAddress ?? "");
    return this.isTrusted(address) ? null : rateLimitKey(address);
  }

  /** Returns the client that sends a request. */
  ofRequest(request: IncomingMessage): string {
    return rateLimitKey(this.addressOf(request));
  }

  /**
   * Returns the address nearest to this server that is not a trusted proxy's. Anybody may have written the entries
   * before it.
   */
  addressOf(request: IncomingMessage): string {
    const peer = plain(request.socket.remoteAddress ?? "");
    if (!this.isTrusted(peer)) return peer;
    const header = request.headers["x-forwarded-for"];
    const hops = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",").map((hop) => plain(hop.trim()));
    const client = hops.findLast((hop) => !this.isTrusted(hop));
    return client !== undefined && isIP(client) !== 0 ? client : peer;
  }

  private isTrusted(address: string): boolean {
    const known = this.known.get(address);
    if (known !== undefined) return known;
    const version = isIP(address);
    const isTrusted = version !== 0 && this.proxies.check(address, version === 6 ? "ipv6" : "ipv4");
    // The text may come from a header.
    if (address.length > maxAddressLength) return isTrusted;
    if (this.known.size >= maxKnown) this.known.clear();
    this.known.set(address, isTrusted);
    return isTrusted;
  }
}

/** An IPv4 client that connects through an IPv6 socket is the same client as without it. */
function plain(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** Anybody who has one IPv6 address has at least the 2^64 addresses of its network, which is therefore the client. */
export function rateLimitKey(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}
