// The address at which the metrics are read without a key: a port of the loopback address, or an address with a port.
import { isIP } from "node:net";

export interface MetricsAddress {
  host: string;
  port: number;
}

const loopback = "127.0.0.1";

/** Reads `9464`, `0.0.0.0:9464` or `[::1]:9464`. Returns null for any other text. */
export function readMetricsAddress(text: string): MetricsAddress | null {
  const [, given = loopback, digits = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const host = given.replace(/^\[(.*)\]$/, "$1");
  const port = Number(digits);
  return digits !== "" && port <= 65_535 && isIP(host) !== 0 ? { host, port } : null;
}
