// The product judges the address that a webhook names, and the engine the one to which it connects. Neither may import
// the other, so here both judge the same addresses: the two ends of each range, and their neighbours outside.
import { expect, it } from "vitest";
import { findUrlProblem } from "../convex/webhooks/addresses";
import { addressSpaceOf } from "../engine/runtime/globals/addressSpace";

/** The edges of all ranges of either list, the first and the last address of each. */
const edgesOfV4 = [
  "0.0.0.0 0.255.255.255",
  "10.0.0.0 10.255.255.255",
  "100.64.0.0 100.127.255.255",
  "127.0.0.0 127.255.255.255",
  "169.254.0.0 169.254.255.255",
  "172.16.0.0 172.31.255.255",
  "192.0.0.0 192.0.0.255",
  "192.0.2.0 192.0.2.255",
  "192.168.0.0 192.168.255.255",
  "198.18.0.0 198.19.255.255",
  "224.0.0.0 255.255.255.255",
].flatMap((range) => range.split(" "));

const numberOf = (address: string) => address.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0);
const addressOf = (number: number) => [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join(".");
const v4 = edgesOfV4
  .map(numberOf)
  .flatMap((edge) => [edge - 1, edge, edge + 1])
  .filter((number) => number >= 0 && number < 2 ** 32)
  .map(addressOf);

const v6 = [
  "::",
  "::1",
  "::2",
  "::808:808",
  "64:ff9b::808:808",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "1fff:ffff::1",
  "2000::1",
  "2001:ffff::1",
  "2002::1",
  "2002:808:808::1",
  "2003::1",
  "2606:4700:4700::1111",
  "3fff:ffff::1",
  "4000::1",
  "fbff::1",
  "fc00::1",
  "fd00::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

const spaceByProblem = new Map([
  [null, "public"],
  ["must not be an address of the machine on which the service runs", "loopback"],
  ["must not be a private, local or metadata address", "local"],
]);

it.each([...v4, ...v4.map((address) => `::ffff:${address}`), ...v6])("%s is in one space for both", (address) => {
  const host = address.includes(":") ? `[${address}]` : address;
  const problem = findUrlProblem(`https://${host}/`, { mayUseLoopback: false });
  expect(spaceByProblem.get(problem)).toBe(addressSpaceOf(address));
});
