import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Caller } from "../application/contract";
import { Response } from "../runtime/web/response";
import { openRaw, startServers, type Running } from "./testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers({ maxBodyBytes: 1_000, maxResponseBytes: 100_000, stallTimeoutMs: 150 });
});
afterAll(() => running.servers.close(0));

const seen: { request: Request; caller: Caller }[] = [];
beforeEach(() => {
  seen.length = 0;
  respond(() => new Response("hello"));
});

function respond(make: (request: Request) => Response | Promise<Response>): void {
  running.application.action = async (request, caller) => {
    seen.push({ request, caller });
    return { kind: "response", response: await make(request) };
  };
}

describe("requests", () => {
  it("keep method, URL, headers and body", async () => {
    respond(async (request) => Response.json({ text: await request.text(), tag: request.headers.get("x-tag") }));
    const response = await running.site("/a/b?c=d", { method: "POST", body: "böd", headers: { "X-Tag": "t" } });
    expect(await response.json()).toEqual({ text: "böd", tag: "t" });
    expect(seen[0]?.request.method).toBe("POST");
    expect(seen[0]?.request.url).toBe(`http://127.0.0.1:${running.httpPort}/a/b?c=d`);
  });

  it("have the scheme that the proxy in front was called with", async () => {
    await running.site("/x", { headers: { "X-Forwarded-Proto": "https" } });
    expect(seen[0]?.request.url).toMatch(/^https:/);
  });

  it("the app receives every path, also those of the other host", async () => {
    for (const path of ["/api/query", "/version", "/.well-known/x"]) {
      expect(await (await running.site(path)).text()).toBe("hello");
    }
  });

  it("reach the app under /http/ of the data-socket host, too", async () => {
    expect(await (await running.api("/http/a?b=c", { headers: { Origin: "https://app.example" } })).text()).toBe(
      "hello",
    );
    expect(seen[0]?.request.url).toBe(`http://127.0.0.1:${running.socketPort}/a?b=c`);
  });

  it("have a signal that is aborted when the client goes, and not when it has its answer", async () => {
    const signals: AbortSignal[] = [];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    respond(async ({ signal, url }) => {
      signals.push(signal);
      if (url.endsWith("/waits")) await ended;
      return new Response("hello");
    });
    expect(await (await running.site("/answered")).text()).toBe("hello");
    const leaving = new AbortController();
    const left = running.site("/waits", { signal: leaving.signal }).catch((error: unknown) => error);
    await expect.poll(() => signals).toHaveLength(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    leaving.abort();
    await left;
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    end();
  });

  it("carry an identity only with a token of a known provider", async () => {
    for (const Authorization of ["Bearer a.b.c", "Bearer x.y.z", "Bearer sk_plain", "Basic abc"]) {
      expect((await running.site("/", { headers: { Authorization } })).status).toBe(200);
      expect(seen.at(-1)?.request.headers.get("authorization")).toBe(Authorization);
    }
    expect(seen.map(({ caller }) => caller.kind)).toEqual(["user", "anonymous", "anonymous", "anonymous"]);
  });

  it("that are too large get 413 with an explanation", async () => {
    const response = await running.site("/", { method: "POST", body: "x".repeat(1_001) });
    expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
    expect(await response.text()).toContain("larger than 1000 bytes");
    expect(seen).toEqual([]);
  });

  it.each([
    ["what is not a Host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
    ["a target that is not a path", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["no Host", "GET / HTTP/1.1\r\n\r\n"],
    ["no HTTP", "hello there\r\n\r\n"],
  ])("with %s are 400", async (_what, text) => {
    const raw = await openRaw(running.httpPort);
    raw.socket.end(text);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("with a method that no route can have get 404", async () => {
    const raw = await openRaw(running.httpPort);
    raw.socket.write("TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await raw.closed).toContain("No matching routes found");
  });
});

describe("responses", () => {
  it("keep status, headers and repeated cookies; nothing is added for browsers", async () => {
    const headers: [string, string][] = [
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
      ["X-Own", "1"],
    ];
    respond(() => new Response("made", { status: 201, headers }));
    const response = await running.site("/", { headers: { Origin: "https://app.example" } });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("x-own")).toBe("1");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("OPTIONS goes to the app", async () => {
    respond(() => new Response(null, { status: 204, headers: { "Access-Control-Allow-Origin": "*" } }));
    const response = await running.site("/", { method: "OPTIONS", headers: { Origin: "https://app.example" } });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  it("of HEAD have no body", async () => {
    const response = await running.site("/", { method: "HEAD" });
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "5", ""]);
    expect(seen[0]?.request.method).toBe("HEAD");
    respond(() => new Response(new Blob(["streamed"]).stream()));
    expect(await (await running.site("/", { method: "HEAD" })).text()).toBe("");
  });

  it("without a body are complete", async () => {
    respond(() => new Response(null, { status: 202 }));
    const response = await running.site("/");
    expect([response.status, response.headers.get("content-length")]).toEqual([202, "0"]);
  });

  it("may not break the framing", async () => {
    respond(() => new Response("hello", { headers: { "Content-Length": "2", Connection: "upgrade" } }));
    expect(await (await running.site("/")).text()).toBe("hello");
  });

  it("are streamed as they come", async () => {
    let push: (text: string) => void = () => undefined;
    let end: () => void = () => undefined;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text));
        end = () => controller.close();
      },
    });
    respond(() => new Response(stream));
    const response = await running.site("/");
    const reader = response.body!.getReader();
    push("one");
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("one");
    push("two");
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("two");
    end();
    expect((await reader.read()).done).toBe(true);
  });

  it("stop being produced when the client goes away", async () => {
    const cancelled = new Promise<string>((resolve) => {
      respond(() => new Response(new ReadableStream({ cancel: () => resolve("cancelled") })));
    });
    const controller = new AbortController();
    await running.site("/", { signal: controller.signal });
    controller.abort();
    expect(await cancelled).toBe("cancelled");
  });

  it("also stop being produced for requests that wait behind another", async () => {
    let begun = 0;
    let cancelled = 0;
    respond(() => {
      begun++;
      return new Response(new ReadableStream({ cancel: () => void cancelled++ }));
    });
    const raw = await openRaw(running.httpPort);
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3));
    await expect.poll(() => begun).toBe(3);
    raw.socket.resetAndDestroy();
    await expect.poll(() => cancelled).toBe(3);
  });

  it("that are too large are cut off", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    respond(() => new Response(endless().stream));
    const response = await running.site("/");
    await expect(response.arrayBuffer()).rejects.toThrow("terminated");
    expect(log).toHaveBeenCalledWith(expect.any(String), expect.stringContaining("HttpResponseTooLarge"));
    log.mockRestore();
  });
});

/** A stream that produces data as long as somebody reads it, and counts the bytes. */
function endless(): { stream: ReadableStream<Uint8Array>; produced: () => number } {
  let produced = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      produced += 1_000;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  return { stream, produced: () => produced };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("all errors of the server itself have the same form and an id, on both hosts", () => {
  const tooLong = `POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n${"x".repeat(1_001)}`;
  const refused: [what: string, text: string, status: number, code: string, retryable: boolean][] = [
    ["a body that is too long", tooLong, 413, "PAYLOAD_TOO_LARGE", false],
    ["a method that no route can have", "PROPFIND /x HTTP/1.1\r\nHost: x\r\n\r\n", 404, "NOT_FOUND", false],
    ["what is not a Host", "GET /x HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "INVALID_REQUEST", false],
    ["no Host", "GET /x HTTP/1.1\r\n\r\n", 400, "INVALID_REQUEST", false],
    ["an expectation", "GET /x HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n", 417, "EXPECTATION_FAILED", false],
    ["a failure of the engine", "GET /fails HTTP/1.1\r\nHost: x\r\n\r\n", 500, "INTERNAL", true],
    [
      "an upgrade that fails",
      "GET /fails HTTP/1.1\r\nHost: x\r\nUpgrade: foo\r\nConnection: Upgrade\r\n\r\n",
      500,
      "INTERNAL",
      true,
    ],
  ];
  const ofSite: typeof refused = [
    ["no HTTP", "hello there\r\n\r\n", 400, "INVALID_REQUEST", false],
    ["too many headers", `GET /x HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, "HEADERS_TOO_LARGE", false],
  ];

  async function refusalAt(port: number, text: string) {
    const log = vi.spyOn(console, "error").mockReturnValue();
    running.application.action = () => {
      throw new Error("detail");
    };
    const raw = await openRaw(port);
    raw.socket.write(text);
    const [head = "", body = ""] = (await raw.until("}}")).split("\r\n\r\n");
    raw.socket.destroy();
    log.mockRestore();
    const requestId = /^X-Request-ID: (.*)$/im.exec(head)?.[1];
    expect(requestId).toMatch(uuid);
    return { status: Number(head.split(" ")[1]), requestId, body: JSON.parse(body) as unknown };
  }

  it.each([...refused, ...ofSite])("%s, on the host of HTTP actions", async (_what, text, status, code, retryable) => {
    const { requestId, ...refusal } = await refusalAt(running.httpPort, text);
    expect(refusal).toEqual({ status, body: { error: { code, message: expect.any(String), requestId, retryable } } });
  });

  it.each(refused)("%s, below /http", async (_what, text, status, code, retryable) => {
    const { requestId, ...refusal } = await refusalAt(running.socketPort, text.replace(" /", " /http/"));
    expect(refusal).toEqual({ status, body: { error: { code, message: expect.any(String), requestId, retryable } } });
  });

  it("the id is the one in the log", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    running.application.action = () => {
      throw new Error("detail");
    };
    const id = (await running.site("/x")).headers.get("x-request-id") ?? "";
    expect(log.mock.calls[0]?.[0]).toContain(id.slice(-12));
    log.mockRestore();
  });
});

describe("failures", () => {
  it("no route and no http.ts are 404 in Convex's words", async () => {
    running.application.action = () => ({ kind: "noRoute" });
    const noRoute = await running.site("/x");
    expect([noRoute.status, await noRoute.text()]).toEqual([404, "No matching routes found"]);
    running.application.action = () => ({ kind: "noRouter" });
    const noRouter = await running.site("/x");
    expect(await noRouter.text()).toBe("This Convex deployment does not have HTTP actions enabled.");
  });

  it("an error thrown by the action is 500 with its text and trace", async () => {
    const message = "Uncaught Error: boom\n    at handler (../convex/http.ts:3:9)\n";
    running.application.action = () => ({ kind: "error", message, data: { a: 1 } });
    const response = await running.site("/x");
    expect(response.status).toBe(500);
    const requestId = response.headers.get("x-request-id");
    expect(await response.json()).toEqual({
      code: expect.stringMatching(/^\[Request ID: [0-9a-f]{12}\] Server Error: boom$/),
      trace: message,
      data: { a: 1 },
      error: { code: "INTERNAL", message: "The action failed.", requestId, retryable: true },
    });
    running.application.action = () => ({ kind: "error", message, data: undefined });
    expect(await (await running.site("/x")).json()).not.toHaveProperty("data");
  });

  it("a response whose body the action has read is 500, and says so", async () => {
    respond(async () => {
      const response = new Response("once");
      await response.text();
      return response;
    });
    const reply = await running.site("/");
    expect([reply.status, (await reply.json()).code]).toEqual([500, expect.stringContaining("Body is unusable")]);
  });

  it("a failure of the engine, and a response that cannot be sent, are 500", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    running.application.action = () => {
      throw new Error("detail");
    };
    expect((await running.site("/")).status).toBe(500);
    respond(() => Response.error());
    expect((await running.site("/")).status).toBe(500);
    log.mockRestore();
  });
});
