import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, programThatEvaluates } from "../testing";
import { addressSpaceOf } from "./addressSpace";

it.each([
  ["8.8.8.8", "public"],
  ["2606:4700:4700::1111", "public"],
  ["::ffff:8.8.8.8", "public"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["::1", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["0.0.0.0", "local"],
  ["::", "local"],
  ["10.1.2.3", "local"],
  ["100.64.0.1", "local"],
  ["169.254.169.254", "local"],
  ["172.31.255.255", "local"],
  ["192.168.0.1", "local"],
  ["::ffff:192.168.0.1", "local"],
  ["64:ff9b::a00:1", "local"],
  ["fd00::1", "local"],
  ["fe80::1", "local"],
  ["255.255.255.255", "local"],
])("%s is %s", (address, space) => {
  expect(addressSpaceOf(address)).toBe(space);
});

async function serve(location?: string): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { Location: location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, requests: () => requests };
}

async function fetched(url: string, space: string): Promise<unknown> {
  const init = JSON.stringify({ targetAddressSpace: space });
  const program = await programThatEvaluates(
    `fetch("${url}", ${init}).then((answer) => answer.status, (error) => error.cause?.code ?? error.message)`,
  );
  const outcome = await call(program, "action", "m:action");
  return outcome.kind === "success" ? JSON.parse(outcome.value) : outcome;
}

describe("fetch with targetAddressSpace", () => {
  it.each(["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])(
    "connects to http://%s where it may, and otherwise not at all",
    async (host) => {
      const { port, requests } = await serve();
      expect(await fetched(`http://${host}:${port}/`, "public")).toBe("ERR_ADDRESS_SPACE");
      expect(requests()).toBe(0);
      expect(await fetched(`http://${host}:${port}/`, "loopback")).toBe(200);
      expect(requests()).toBe(1);
    },
  );

  it("judges the address of each redirect", async () => {
    const { port } = await serve("http://10.0.0.1:9999/");
    expect(await fetched(`http://127.0.0.1:${port}/`, "loopback")).toBe("ERR_ADDRESS_SPACE");
  });

  it("refuses a space that does not exist", async () => {
    expect(await fetched("http://127.0.0.1/", "moon")).toMatch(/targetAddressSpace must be one of/);
  });
});
