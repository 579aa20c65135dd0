import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchJson } from "./fetchJson";

let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const target = new URL(request.url ?? "/", address).searchParams.get("to");
    if (target === null) response.end('{"keys":[]}');
    else response.writeHead(302, { Location: target }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  address = `http://127.0.0.1:${bound !== null && typeof bound === "object" ? bound.port : 0}`;
});
afterAll(() => server.close());

const redirecting = (to: string): string => `${address}/?to=${encodeURIComponent(to)}`;

describe("a document about keys", () => {
  it("is fetched from this machine, also by a redirect, and from a data URL", async () => {
    expect(await fetchJson(address)).toEqual({ keys: [] });
    expect(await fetchJson(redirecting("/keys"))).toEqual({ keys: [] });
    expect(await fetchJson(redirecting(redirecting("/keys")))).toEqual({ keys: [] });
    expect(await fetchJson('data:application/json,{"keys":[1]}')).toEqual({ keys: [1] });
  });

  it.each(["http://idp.example.com/keys", "http://10.0.0.1/keys", "http://localhost.example.com/keys"])(
    "is not fetched without TLS from elsewhere: %s",
    async (url) => {
      await expect(fetchJson(url)).rejects.toThrow(`${url}: it must begin with https://`);
    },
  );

  it.each(["http://idp.example.com/keys", "data:application/json,{}", "file:///etc/passwd", "javascript:1", "http://"])(
    "is not fetched by a redirect to %s",
    async (target) => {
      await expect(fetchJson(redirecting(target))).rejects.toThrow(`it redirected to ${target}`);
    },
  );

  it("is not fetched by redirects without end", async () => {
    let url = "/keys";
    for (let n = 0; n < 6; n += 1) url = redirecting(url);
    await expect(fetchJson(url)).rejects.toThrow("it redirected more than 5 times");
  });
});
