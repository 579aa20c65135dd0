import { expect, it } from "vitest";
import { loopbackChanges, loopbackVariable as name } from "./loopback";

it.each(["127.0.0.1", "127.1.2.3", "::1", "localhost"])(
  "a deployment at %s is reached by its machine alone",
  (host) => {
    expect(loopbackChanges(host, [])).toEqual([{ name, value: "on" }]);
    expect(loopbackChanges(host, [{ name, value: "on" }])).toEqual([]);
  },
);

it.each(["0.0.0.0", "::", "192.168.1.2", "service.example", "127.evil.example"])(
  "a deployment at %s is not, whatever a backup says",
  (host) => {
    expect(loopbackChanges(host, [])).toEqual([]);
    expect(loopbackChanges(host, [{ name, value: "on" }])).toEqual([{ name, value: null }]);
  },
);
