// Tests that callers of a path who read `{ error: message }` receive every refusal of the server itself in that form,
// on both ports, and that those of no other path do.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRaw, startServers, type Running } from "./testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers({ bodyTimeoutMs: 100, lingerMs: 20, maxBodyBytes: 1_000 }, [], ["/plain"]);
});
afterAll(() => running.servers.close(0));

/** Returns the status and the body of the last answer on a connection. */
async function answerTo(port: number, text: string): Promise<{ status: number; body: unknown }> {
  const raw = await openRaw(port);
  raw.socket.write(text, "latin1");
  const last = (await raw.closed).split(/(?=HTTP\/1\.1 \d)/).at(-1) ?? "";
  const [head = "", body = ""] = last.split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), body: JSON.parse(body) as unknown };
}

const chunked = "Transfer-Encoding: chunked\r\n\r\n";
/** What is wrong, the method, what follows the headers Host and Connection, and the status of the refusal. */
const cases: [string, string, string, number][] = [
  ["too large a body, announced", "POST", "Content-Length: 5000\r\n\r\n", 413],
  ["too large a body, not announced", "POST", `${chunked}7d0\r\n${"x".repeat(2000)}\r\n`, 413],
  ["a body that does not arrive", "POST", "Content-Length: 10\r\n\r\nhalf", 408],
  ["a bad chunk", "POST", `${chunked}zz\r\n`, 400],
  ["a coding other than chunked", "POST", "Transfer-Encoding: gzip, chunked\r\n\r\n", 501],
  ["an expectation", "POST", "Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}", 417],
  ["a second Host", "GET", "Host: y\r\n\r\n", 400],
  ["a method that no action can take", "PROPFIND", "\r\n", 404],
  ["an action that failed", "GET", "X-Fails: yes\r\n\r\n", 500],
];

describe.each(["socketPort", "httpPort"] as const)("on the %s", (port) => {
  const ask = (path: string, method: string, rest: string) => {
    running.application.action = ({ headers }) =>
      headers.get("x-fails") === null
        ? { kind: "response", response: new Response("hello") }
        : { kind: "error", message: "Uncaught Error: boom", data: undefined };
    const prefix = port === "socketPort" ? "/http" : "";
    return answerTo(
      running[port],
      `${method} ${prefix}${path}?a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`,
    );
  };

  it.each(cases)(
    "%s is refused in a plain sentence there, and as an object elsewhere",
    async (_what, method, rest, status) => {
      expect(await ask("/plain", method, rest)).toEqual({ status, body: { error: expect.any(String) } });
      const elsewhere = await ask("/plain/not", method, rest);
      expect(elsewhere).toMatchObject({
        status,
        body: { error: { code: expect.any(String), requestId: expect.any(String) } },
      });
    },
  );
});
