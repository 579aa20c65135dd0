import { expect, it } from "vitest";
import { loopbackVariables, loopbackVariable as name } from "./loopback";
import type { Reach } from "./loopback";

const at = (host: string, others: Partial<Reach> = {}): Reach => ({
  host,
  trustedProxies: [],
  publicAddresses: { httpUrl: null, socketUrl: null },
  ...others,
});

it.each(["127.0.0.1", "127.1.2.3", "::1", "localhost"])(
  "a deployment at %s is reached by its machine alone",
  (host) => {
    expect(loopbackVariables(at(host), [])).toEqual([{ name, value: "on" }]);
    expect(loopbackVariables(at(host), [{ name, value: "on" }])).toEqual([]);
  },
);

it.each([
  ["at an address of the network", at("0.0.0.0")],
  ["at all addresses", at("::")],
  ["at one address of the network", at("192.168.1.2")],
  ["at a name", at("service.example")],
  ["at a name that looks like loopback", at("127.evil.example")],
  ["behind a proxy", at("127.0.0.1", { trustedProxies: ["127.0.0.1"] })],
  [
    "with a public address",
    at("127.0.0.1", { publicAddresses: { httpUrl: "https://service.example", socketUrl: null } }),
  ],
  [
    "with a public address of its socket",
    at("127.0.0.1", { publicAddresses: { httpUrl: null, socketUrl: "https://service.example" } }),
  ],
])("a deployment %s is not, whatever a backup says", (_, reach) => {
  expect(loopbackVariables(reach, [])).toEqual([]);
  expect(loopbackVariables(reach, [{ name, value: "on" }])).toEqual([{ name, value: null }]);
});
