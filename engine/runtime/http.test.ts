import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Deadline } from "./deadline";
import type { Program, RunOutcome } from "./contract";
import { Guest } from "./guest";
import { environmentOf, programOf, silenceTestRunner } from "./testing";
import { createRequest, type RequestParts } from "./web/request";
import { type ResponseParts, responseParts } from "./web/response";

const files = {
  "http.ts": `
    import { httpRouter, httpActionGeneric, anyApi } from "convex/server";
    const http = httpRouter();
    const route = (path: string, run: (ctx: any, request: Request) => any, method: any = "POST") =>
      http.route({ ...(path.endsWith("/") ? { pathPrefix: path } : { path }), method, handler: httpActionGeneric(run) });
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

    route("/echo", async (_, request) => Response.json(
      { url: request.url, method: request.method, body: await request.json(), own: request instanceof Request },
      { status: 201, headers: { "x-auth": request.headers.get("authorization") } }));
    route("/get", async (_, request) => new Response(request.method), "GET");
    route("/prefix/", async (_, request) => new Response(new URL(request.url).pathname), "GET");
    route("/query", async (ctx) => Response.json(await ctx.runQuery(anyApi.m.f, { a: 1n })));
    route("/throws", async () => { throw new Error("in a route"); });
    route("/nothing", async () => "text");
    route("/bytes", async (_, request) => new Response(await request.arrayBuffer()));
    route("/form", async (_, request) => { const form = await request.formData(); return new Response(form.get("f") instanceof Blob ? await form.get("f").text() : "none"); });
    route("/pulled", async () => {
      let n = 0;
      return new Response(new ReadableStream({ async pull(controller) {
        await sleep(2);
        if (n === 3) controller.close(); else controller.enqueue(new TextEncoder().encode("p" + n++));
      } }));
    });
    route("/written", async () => {
      const { readable, writable } = new TransformStream();
      (async () => {
        const writer = writable.getWriter();
        for (let n = 0; n < 3; n++) { await sleep(2); await writer.write(new TextEncoder().encode("w" + n)); }
        await writer.close();
      })();
      return new Response(readable);
    });
    route("/writtenInPart", async () => {
      const { readable, writable } = new TransformStream();
      void (async () => {
        const writer = writable.getWriter();
        await writer.write(new TextEncoder().encode("one "));
        await sleep(5);
        throw new Error("in the middle");
      })();
      return new Response(readable);
    });
    route("/signal", async (_, request) => {
      const states = [request.signal.aborted];
      await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      await sleep(5);
      console.log(states, request.signal.aborted, request.signal.reason.name);
      return new Response("continued");
    });
    route("/badListener", async (_, request) => {
      const target = new EventTarget();
      target.addEventListener("x", () => { throw new Error("in a listener"); });
      target.dispatchEvent(new Event("x"));
      return new Response("continued");
    });
    route("/badHandler", async (_, request) => {
      const controller = new AbortController();
      controller.signal.onabort = () => { throw new Error("in a handler"); };
      controller.abort();
      return new Response("continued");
    });
    route("/listeners", async () => {
      const target = new EventTarget(), seen = [];
      const removed = () => seen.push("removed"), object = { handleEvent(event) { seen.push([event.type, this === object]); } };
      target.addEventListener("x", removed); target.addEventListener("x", object); target.addEventListener("x", object);
      target.addEventListener("x", function (event) { seen.push(this === target); }, { once: true });
      target.removeEventListener("x", removed);
      target.dispatchEvent(new Event("x")); target.dispatchEvent(new Event("x"));
      return Response.json(seen);
    });
    route("/endless", async (_, request) => new Response(new ReadableStream({
      async pull(controller) { await sleep(1); globalThis.pulls = (globalThis.pulls ?? 0) + 1; console.log("pull"); controller.enqueue(new Uint8Array(1)); },
      cancel() { console.log("cancelled"); },
    })));
    route("/waiting", async () => new Response(new ReadableStream({ pull: () => sleep(60_000) })));
    route("/readBack", async () => {
      const left = ["one", "two"];
      const stream = new ReadableStream({ async pull(controller) {
        await sleep(1);
        const text = left.shift();
        if (text) controller.enqueue(text); else controller.close();
      } });
      if (!(stream instanceof ReadableStream)) return new Response("no stream");
      let text = "";
      for await (const part of stream) text += part;
      return new Response(text);
    });
    route("/fetch", async (_, request) => {
      const url = request.headers.get("x-url");
      const response = await fetch(new Request(url, { method: "POST", body: "sent", headers: new Headers({ "x-a": "b" }) }));
      return Response.json([response.status, response.ok, response.url, response.headers.get("x-b"), await response.json(), response instanceof Response]);
    });
    route("/fetch-loosely", async (_, request) => {
      const url = new URL(request.headers.get("x-url"));
      url.username = "us%r";
      url.password = "p w";
      const body = new ReadableStream({ start(controller) { controller.enqueue(new Uint8Array([115])); controller.close(); } });
      const dispatcher = { dispatch() { throw new Error("the dispatcher of a guest was asked"); } };
      return await fetch(url, { method: "patch", body, dispatcher });
    });
    route("/text-stream", async () => new Response(new ReadableStream({ start(controller) { controller.enqueue("text"); controller.close(); } })));
    route("/proxy", async (_, request) => fetch(request.headers.get("x-url")));
    route("/refused", async () => { try { await fetch("http://127.0.0.1:1/"); } catch (error) { return Response.json([error instanceof TypeError, error.message]); } });
    export default http;`,
};

let program: Program;

function ask(
  parts: Partial<RequestParts>,
  environment = environmentOf(),
  asked: Program = program,
): Promise<RunOutcome> {
  const request = createRequest({ method: "POST", url: "http://host/", headers: [], body: null, ...parts });
  return Promise.resolve(asked.run({ kind: "httpAction", request, path: null }, environment));
}

async function answerTo(parts: Partial<RequestParts>, environment = environmentOf()): Promise<ResponseParts> {
  const outcome = await ask(parts, environment);
  if (outcome.kind !== "response") throw new Error(JSON.stringify(outcome));
  return responseParts(outcome.response);
}

const textOf = ({ body }: ResponseParts): Promise<string> => new globalThis.Response(body as BodyInit | null).text();

describe.each(["pool", "shared"] as const)("with %s contexts,", (contexts) => {
  beforeAll(async () => {
    program = await programOf(files, contexts);
  });

  describe("HTTP actions", () => {
    it("receive the request and give the response", async () => {
      const url = "http://host/echo?x=1";
      const answer = await answerTo({ url, headers: ["Authorization", "Bearer t"], body: Buffer.from('{"a":[1]}') });
      expect(answer).toMatchObject({
        status: 201,
        headers: ["x-auth", "Bearer t", "content-type", "application/json"],
        body: JSON.stringify({ url, method: "POST", body: { a: [1] }, own: true }),
      });
    });

    it("are found by path, prefix and method, HEAD as GET", async () => {
      expect((await answerTo({ method: "HEAD", url: "http://host/get" })).body).toBe("HEAD");
      expect((await answerTo({ method: "GET", url: "http://host/prefix/a/b?c" })).body).toBe("/prefix/a/b");
      expect(await ask({ url: "http://host/get" })).toEqual({ kind: "noRoute" });
      expect(await ask({ url: "http://host/none" })).toEqual({ kind: "noRoute" });
    });

    it("call functions", async () => {
      const asyncSyscall = async (op: string, args: string): Promise<string> => {
        expect([op, JSON.parse(args)]).toEqual([
          "1.0/actions/query",
          expect.objectContaining({ name: "m:f", args: { a: { $integer: "AQAAAAAAAAA=" } } }),
        ]);
        return '{"found":true}';
      };
      const environment = environmentOf({ host: { ...environmentOf().host, asyncSyscall } });
      expect((await answerTo({ url: "http://host/query" }, environment)).body).toBe('{"found":true}');
    });

    it("take and give bytes and forms", async () => {
      const bytes = Buffer.from([0, 255, 128]);
      expect((await answerTo({ url: "http://host/bytes", body: bytes })).body).toEqual(new Uint8Array(bytes));
      const form = new FormData();
      form.set("f", new File(["content"], "f.txt"));
      const encoded = new globalThis.Response(form);
      const type = encoded.headers.get("content-type") ?? "";
      const body = Buffer.from(await encoded.arrayBuffer());
      expect((await answerTo({ url: "http://host/form", headers: ["content-type", type], body })).body).toBe("content");
    });

    it("fail with their error, and when they give no response", async () => {
      expect(await ask({ url: "http://host/throws" })).toMatchObject({
        kind: "error",
        message: expect.stringMatching(/^Uncaught Error: in a route\n {4}at .*\.\.\/convex\/http\.ts:/),
      });
      expect(await ask({ url: "http://host/nothing" })).toMatchObject({ kind: "error" });
    });
  });

  describe("the signal of a request", () => {
    it("is aborted when the client is gone, and the action continues", async () => {
      const environment = environmentOf();
      const gone: (() => void)[] = [];
      const answer = answerTo({ url: "http://host/signal", onGone: (listener) => gone.push(listener) }, environment);
      await expect.poll(() => gone).toHaveLength(1);
      gone[0]?.();
      expect((await answer).body).toBe("continued");
      expect(environment.lines.map(({ message }) => message)).toEqual(["[ false ] true 'AbortError'"]);
    });
  });

  describe("listeners", () => {
    it.each([
      ["/badListener", "in a listener"],
      ["/badHandler", "in a handler"],
    ])("fail the function and nobody else when they throw: %s", async (path, message) => {
      expect(await ask({ url: `http://host${path}` })).toMatchObject({
        kind: "error",
        message: expect.stringContaining(`Uncaught Error: ${message}`),
      });
    });

    it("are called as often as they were added, with the event and its target", async () => {
      const answer = await answerTo({ url: "http://host/listeners" });
      expect(JSON.parse(await textOf(answer))).toEqual([["x", true], true, ["x", true]]);
    });
  });

  describe("response bodies made piece by piece", () => {
    it.each([
      ["/pulled", "p0p1p2"],
      ["/written", "w0w1w2"],
    ])("%s continues after the function has returned", async (path, text) => {
      expect(await textOf(await answerTo({ url: `http://host${path}` }))).toBe(text);
    });

    it("end when the client is gone", async () => {
      const environment = environmentOf();
      const { body } = await answerTo({ url: "http://host/endless" }, environment);
      if (!(body instanceof ReadableStream)) throw new Error("not a stream");
      const reader = body.getReader();
      await reader.read();
      await reader.cancel();
      const lines = (): string[] => environment.lines.map(({ message }) => message);
      await expect.poll(lines).toContain("'cancelled'");
      // A pull that had already begun may still log a line.
      const seen = lines().length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(lines().length - seen).toBeLessThanOrEqual(1);
    });

    it("break off when what makes them fails", async () => {
      silenceTestRunner();
      const { body } = await answerTo({ url: "http://host/writtenInPart" });
      if (!(body instanceof ReadableStream)) throw new Error("not a stream");
      const reader = body.getReader();
      expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe("one ");
      await expect(reader.read()).rejects.toThrow("Uncaught Error: in the middle");
    });

    it("break off when the function is stopped", async () => {
      const deadline = new Deadline();
      const { body } = await answerTo({ url: "http://host/waiting" }, environmentOf({ deadline }));
      if (!(body instanceof ReadableStream)) throw new Error("not a stream");
      const next = body.getReader().read();
      deadline.end(new Error("over"));
      await expect(next).rejects.toThrow("stopped before it was done");
    });

    it("cost nothing while nothing comes", async () => {
      const performed = vi.spyOn(Guest.prototype, "perform");
      const { body } = await answerTo({ url: "http://host/waiting" });
      if (!(body instanceof ReadableStream)) throw new Error("not a stream");
      const reader = body.getReader();
      const next = reader.read();
      await new Promise((resolve) => setTimeout(resolve, 20));
      performed.mockClear();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(performed).not.toHaveBeenCalled();
      performed.mockRestore();
      await reader.cancel();
      await next;
    });

    it("may be read by the function that made them", async () => {
      expect(await textOf(await answerTo({ url: "http://host/readBack" }))).toBe("onetwo");
    });
  });

  it("a stream of anything but bytes breaks off", async () => {
    const answer = await answerTo({ url: "http://host/text-stream" });
    await expect(textOf(answer)).rejects.toThrow(/must consist of Uint8Arrays, but it had a value of type string/);
  });

  describe("fetch", () => {
    async function listen(hear = (_request: IncomingMessage): unknown => undefined): Promise<string> {
      const server = createServer(async (request, response) => {
        hear(request);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const seen = [request.method, request.headers["x-a"] ?? null, Buffer.concat(chunks).toString()];
        response.writeHead(202, { "x-b": "c" }).end(JSON.stringify(seen));
      }).listen(0, "127.0.0.1");
      onTestFinished(() => {
        server.close().closeAllConnections();
      });
      await once(server, "listening");
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      return `http://127.0.0.1:${address.port}/`;
    }

    it("sends and receives the context's own objects", async () => {
      const url = await listen();
      const answer = await answerTo({ url: "http://host/fetch", headers: ["x-url", url] });
      expect(JSON.parse(await textOf(answer))).toEqual([202, true, url, "c", ["POST", "b", "sent"], true]);
    });

    it("sends what Convex sends: PATCH in any case, streams, and the name and password of an address", async () => {
      const heard: unknown[] = [];
      const url = await listen((request) => heard.push(request.headers.authorization));
      const answer = await answerTo({ url: "http://host/fetch-loosely", headers: ["x-url", url] });
      expect(await textOf(answer)).toBe('["PATCH",null,"s"]');
      expect(heard).toEqual([`Basic ${btoa("us%r:p w")}`]);
    });

    it("may be the answer itself", async () => {
      const answer = await answerTo({ url: "http://host/proxy", headers: ["x-url", await listen()] });
      expect([answer.status, await textOf(answer)]).toEqual([202, '["GET",null,""]']);
    });

    it("fails as an ordinary TypeError", async () => {
      expect((await answerTo({ url: "http://host/refused" })).body).toBe('[true,"fetch failed"]');
    });
  });
});

describe("HTTP actions that share a context", () => {
  it("continue each with its own calls, and cost no context of their own", async () => {
    const made = vi.spyOn(Guest.prototype, "load");
    const shared = await programOf(
      {
        "http.ts": `
          import { httpRouter, httpActionGeneric, anyApi } from "convex/server";
          const http = httpRouter();
          http.route({ path: "/", method: "POST", handler: httpActionGeneric(async (ctx) => {
            const answers = [];
            for (let i = 0; i < 3; i++) {
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
              answers.push(await ctx.runMutation(anyApi.m.f, {}));
            }
            return Response.json(answers);
          }) });
          export default http;`,
      },
      "shared",
    );
    const names = Array.from({ length: 50 }, (_, place) => `request ${place}`);
    const answers = await Promise.all(
      names.map(async (name) => {
        const host = { ...environmentOf().host, asyncSyscall: async () => JSON.stringify(name) };
        const outcome = await ask({}, environmentOf({ host }), shared);
        if (outcome.kind !== "response") throw new Error(JSON.stringify(outcome));
        return JSON.parse(await textOf(responseParts(outcome.response))) as unknown;
      }),
    );
    expect(answers).toEqual(names.map((name) => [name, name, name]));
    expect(new Set(made.mock.contexts).size).toBe(1);
    made.mockRestore();
  });
});

describe("Convex.untilChanged", () => {
  const waiting = {
    "http.ts": `
      import { httpRouter, httpActionGeneric } from "convex/server";
      const http = httpRouter();
      http.route({ path: "/", method: "POST", handler: httpActionGeneric(async (_, request) => {
        await Convex.untilChanged(Number(await request.text()));
        return new Response("continued");
      }) });
      export default http;`,
  };

  function watching(onWatch: (onChange: () => void) => () => void) {
    return environmentOf({ host: { ...environmentOf().host, watchLastQuery: onWatch } });
  }

  it.each([
    ["when what the last query read changes", 60_000, (onChange: () => void) => void setTimeout(onChange, 5)],
    ["at once when it has changed already", 60_000, (onChange: () => void) => onChange()],
    ["after the time", 5, () => undefined],
  ])("continues %s, and ends its watch", async (_title, ms, change) => {
    const shared = await programOf(waiting, "shared");
    const unwatch = vi.fn<() => void>();
    const environment = watching((onChange) => {
      change(onChange);
      return unwatch;
    });
    const outcome = await ask({ body: Buffer.from(String(ms)) }, environment, shared);
    if (outcome.kind !== "response") throw new Error(JSON.stringify(outcome));
    expect(await textOf(responseParts(outcome.response))).toBe("continued");
    expect(unwatch).toHaveBeenCalledTimes(1);
  });

  it("ends its watch with the run", async () => {
    const shared = await programOf(waiting, "shared");
    const unwatch = vi.fn<() => void>();
    const deadline = new Deadline();
    const ended = ask({ body: Buffer.from("60000") }, { ...watching(() => unwatch), deadline }, shared);
    await new Promise((resolve) => setTimeout(resolve, 20));
    deadline.end(new Error("over"));
    expect(await ended).toMatchObject({ kind: "error" });
    expect(unwatch).toHaveBeenCalledTimes(1);
  });
});
