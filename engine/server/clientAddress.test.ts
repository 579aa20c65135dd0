import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { ClientAddresses } from "./clientAddress";

const addresses = new ClientAddresses(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

it.each([
  ["nobody's proxy", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["a trusted proxy", "10.1.2.3", "203.0.113.9", "203.0.113.9"],
  ["what the client wrote before the proxy did", "10.1.2.3", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
  ["a chain of trusted proxies", "192.0.2.7", "1.1.1.1, 203.0.113.9, 10.9.9.9", "203.0.113.9"],
  ["a proxy that names nobody", "10.1.2.3", undefined, "10.1.2.3"],
  ["a proxy that names no address", "10.1.2.3", "unknown", "10.1.2.3"],
  ["an IPv4 client of an IPv6 socket", "::ffff:198.51.100.1", undefined, "198.51.100.1"],
  ["an IPv6 client", "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
  ["a short IPv6 client", "2001:db8::1", undefined, "2001:db8:0:0::/64"],
  ["loopback", "::1", undefined, "0:0:0:0::/64"],
])("of %s", (_what, remote, forwarded, expected) => {
  expect(addresses.ofRequest(request(remote, forwarded))).toBe(expected);
});

it("connections of a trusted proxy count for no client in particular", () => {
  expect([addresses.ofConnection("10.1.2.3"), addresses.ofConnection("fd00::1")]).toEqual([null, null]);
  expect(addresses.ofConnection("198.51.100.1")).toBe("198.51.100.1");
});

it.each(["10.0.0.0/33", "10.0.0", "proxy", "10.0.0.0/x", ""])("%j is refused", (entry) => {
  expect(() => new ClientAddresses([entry])).toThrow(`"${entry}" is neither`);
});
