// Compares the light classes with Node's own: with the same calls, both must return the same.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Headers } from "./headers";
import { asLightRequest, createRequest, Request } from "./request";
import { Response, responseParts } from "./response";

const native = { Headers: globalThis.Headers, Request: globalThis.Request, Response: globalThis.Response };
const light = { Headers, Request, Response };
type Web = typeof native;

/** Returns the value that `work` returns, or the kind of error that it throws. */
async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: error instanceof Error ? error.name : error };
  }
}

async function both(work: (web: Web) => unknown): Promise<{ light: unknown; native: unknown }> {
  return { light: await outcome(() => work(light)), native: await outcome(() => work(native)) };
}

const headerName = fc.oneof(
  fc.constantFrom("a", "A", "content-type", "Content-Type", "set-cookie", "Set-Cookie", "x-1", "b ", "", "ü"),
  fc.string({ maxLength: 3 }),
);
const headerValue = fc.oneof(
  fc.constantFrom("", " v ", "v", "a,b", "x\ny", "\tz", "é", "€"),
  fc.string({ maxLength: 5 }),
);
const change = fc.record({
  method: fc.constantFrom("append", "set", "delete", "get", "has", "getSetCookie"),
  name: headerName,
  value: headerValue,
});

describe("Headers", () => {
  it("behave as the native ones under any changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }),
        fc.array(change),
        async (init, changes) => {
          const changed = await both((web) => {
            const headers = new web.Headers(init);
            const seen = changes.map(({ method, name, value }) => {
              try {
                return Reflect.apply(Reflect.get(headers, method) as () => unknown, headers, [name, value]);
              } catch (error) {
                return error instanceof TypeError;
              }
            });
            return [seen, [...headers], [...headers.keys()], [...headers.values()]];
          });
          expect(changed.light).toEqual(changed.native);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each<[string, (web: Web) => unknown]>([
    ["records", ({ Headers: H }) => [...new H({ B: "2", a: "1" })]],
    [
      "other headers",
      ({ Headers: H }) => [
        ...new H(
          new H([
            ["set-cookie", "a"],
            ["Set-Cookie", "b"],
            ["x", "y"],
          ]),
        ),
      ],
    ],
    [
      "native headers",
      ({ Headers: H }) => [
        ...new H(
          new globalThis.Headers([
            ["set-cookie", "a"],
            ["x", "y"],
            ["x", "z"],
          ]),
        ),
      ],
    ],
    ["maps", ({ Headers: H }) => [...new H(new Map([["a", "b"]]) as unknown as [string, string][])]],
    ["nothing", ({ Headers: H }) => [...new H(), ...new H(undefined)]],
    ["what is not pairs", ({ Headers: H }) => new H([["a"]] as unknown as [string, string][])],
    ["text", ({ Headers: H }) => new H("a" as unknown as Record<string, string>)],
    [
      "forEach",
      ({ Headers: H }) => {
        const seen: unknown[] = [];
        new H({ b: "1", a: "2" }).forEach((v, k) => seen.push([k, v]));
        return seen;
      },
    ],
    [
      "changes while iterating",
      ({ Headers: H }) => {
        const headers = new H({ a: "1", c: "3" });
        const seen: string[] = [];
        for (const [name] of headers) {
          seen.push(name);
          if (name === "a") headers.set("b", "2");
        }
        return seen;
      },
    ],
    ["their tag", ({ Headers: H }) => Object.prototype.toString.call(new H())],
  ])("take %s", async (_, work) => {
    const results = await both(work);
    expect(results.light).toEqual(results.native);
  });
});

const bodies: [string, () => BodyInit | null | undefined][] = [
  ["nothing", () => undefined],
  ["null", () => null],
  ["no text", () => ""],
  ["text", () => "grüße \ud83d\ude00"],
  ["text with a mark", () => "\ufeffmarked"],
  ["text with half a character", () => "\ud83d."],
  ["JSON", () => '{"a":[1,null]}'],
  ["bytes", () => new Uint8Array([0xff, 0x61, 0xc3])],
  ["marked bytes", () => new Uint8Array([0xef, 0xbb, 0xbf, 0x61])],
  ["part of a buffer", () => new Uint8Array([1, 2, 3, 4]).subarray(1, 3)],
  ["a buffer", () => new Uint8Array([1, 2]).buffer],
  ["a form as text", () => new URLSearchParams({ a: "1 2", b: "ü" })],
  ["a blob", () => new Blob(["blob"], { type: "text/x" })],
  ["a stream", () => new Blob(["streamed"]).stream()],
  ["an object", () => ({ toString: () => "object" }) as unknown as string],
];
const readers = ["text", "json", "arrayBuffer", "blob", "formData"] as const;

async function read(
  body: globalThis.Request | globalThis.Response,
  reader: (typeof readers)[number],
): Promise<unknown> {
  const value: unknown = await body[reader]();
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (value instanceof Blob) return [value.type, await value.text()];
  return value instanceof FormData ? [...value] : value;
}

describe.each(bodies)("a body of %s", (_, make) => {
  it.each(readers)("is read by %s as the native one", async (reader) => {
    const responses = await both(async (web) => {
      const response = new web.Response(make());
      const before = [response.bodyUsed, response.headers.get("content-type")];
      const value = await read(response, reader);
      return [before, value, response.bodyUsed, await outcome(() => response.text())];
    });
    expect(responses.light).toEqual(responses.native);
    const requests = await both((web) => {
      const request = new web.Request("http://h/", {
        method: "POST",
        body: make() ?? null,
        duplex: "half",
      } as RequestInit);
      return read(request, reader);
    });
    expect(requests.light).toEqual(requests.native);
  });

  it("is read by bytes (which Node 20 lacks) as by arrayBuffer", async () => {
    expect(await new Response(make()).bytes()).toEqual(new Uint8Array(await new Response(make()).arrayBuffer()));
  });

  it("streams, clones and moves", async () => {
    const responses = await both(async (web) => {
      const response = new web.Response(make());
      const clone = response.clone();
      const streamed = await new globalThis.Response(response.body).text();
      return [
        streamed,
        response.bodyUsed,
        clone.bodyUsed,
        await clone.text(),
        await outcome(() => response.clone().status),
      ];
    });
    expect(responses.light).toEqual(responses.native);
    const requests = await both(async (web) => {
      const first = new web.Request("http://h/", {
        method: "PUT",
        body: make() ?? null,
        duplex: "half",
      } as RequestInit);
      const second = new web.Request(first);
      return [second.method, await second.text(), first.bodyUsed, await outcome(() => first.text())];
    });
    expect(requests.light).toEqual(requests.native);
  });
});

describe("Request", () => {
  it.each<[string, (web: Web) => unknown]>([
    [
      "defaults",
      ({ Request: R }) => {
        const r = new R("http://h:80/a b?c#d");
        return [
          r.method,
          r.url,
          [...r.headers],
          r.body,
          r.bodyUsed,
          r.cache,
          r.credentials,
          r.destination,
          r.integrity,
          r.keepalive,
          r.mode,
          r.redirect,
          r.referrer,
          r.referrerPolicy,
          r.signal.aborted,
        ];
      },
    ],
    [
      "what it is given",
      ({ Request: R }) => {
        const r = new R(new URL("https://h/"), {
          method: "post",
          headers: { a: "b" },
          body: "x",
          redirect: "manual",
          cache: "no-store",
          keepalive: true,
        });
        return [r.method, r.url, [...r.headers], r.redirect, r.cache, r.keepalive];
      },
    ],
    [
      "methods of other cases",
      ({ Request: R }) => ["get", "Delete", "FOO"].map((method) => new R("http://h", { method }).method),
    ],
    ["a signal", ({ Request: R }) => new R("http://h", { signal: AbortSignal.abort() }).signal.aborted],
    [
      "another request and changes",
      async ({ Request: R }) => {
        const r = new R(new R("http://h/x", { method: "POST", headers: { a: "1" }, body: "old" }), {
          method: "PUT",
          body: "new",
        });
        return [r.url, r.method, [...r.headers], await r.text()];
      },
    ],
    [
      "a form",
      async ({ Request: R }) => {
        const form = new FormData();
        form.set("a", "1");
        form.set("f", new File(["x"], "f.txt", { type: "text/plain" }));
        const read = await new R("http://h", { method: "POST", body: form }).formData();
        const file = read.get("f");
        return [read.get("a"), file instanceof File && [file.name, file.type, await file.text()]];
      },
    ],
    [
      "its type from the headers",
      async ({ Request: R }) => {
        const r = new R("http://h", {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "a=1&b=2",
        });
        return [...(await r.formData())];
      },
    ],
    ["its tag", ({ Request: R }) => Object.prototype.toString.call(new R("http://h"))],
  ])("takes %s", async (_, work) => {
    const results = await both(work);
    expect(results.light).toEqual(results.native);
  });

  it.each<[string, string, RequestInit?]>([
    ["a relative URL", "/x"],
    ["a forbidden method", "http://h", { method: "TRACE" }],
    ["what is not a method", "http://h", { method: "a b" }],
    ["a GET with a body", "http://h", { body: "x" }],
    ["a HEAD with a body", "http://h", { method: "HEAD", body: "x" }],
    ["bad headers", "http://h", { headers: { "a b": "c" } }],
  ])("refuses %s", async (_, url, init) => {
    const results = await both(({ Request: R }) => new R(url, init).url);
    expect(results.light).toEqual(results.native);
    expect(results.light).toEqual({ error: "TypeError" });
  });
});

describe("Response", () => {
  it.each<[string, (web: Web) => unknown]>([
    [
      "defaults",
      ({ Response: R }) => {
        const r = new R();
        return [r.status, r.statusText, r.ok, [...r.headers], r.body, r.type, r.url, r.redirected];
      },
    ],
    [
      "a status and headers",
      ({ Response: R }) => {
        const r = new R("x", { status: 404, statusText: "Gone Away", headers: [["content-type", "a/b"]] });
        return [r.status, r.statusText, r.ok, [...r.headers]];
      },
    ],
    [
      "json",
      async ({ Response: R }) => {
        const r = R.json({ a: 1n === 1n }, { status: 201, headers: { x: "y" } });
        return [r.status, [...r.headers], await r.text()];
      },
    ],
    ["its tag", ({ Response: R }) => Object.prototype.toString.call(new R())],
  ])("makes %s", async (_, work) => {
    const results = await both(work);
    expect(results.light).toEqual(results.native);
  });

  it.each<[string, (web: Web) => unknown]>([
    ["a status below 200", ({ Response: R }) => new R("", { status: 199 })],
    ["a status above 599", ({ Response: R }) => new R("", { status: 600 })],
    ["a status text of two lines", ({ Response: R }) => new R("x", { statusText: "a\nb" })],
    ["json of nothing", ({ Response: R }) => R.json(undefined)],
  ])("refuses %s", async (_, work) => {
    const results = await both((web) => (work(web), "accepted"));
    expect(results.light).toEqual(results.native);
    expect(results.light).not.toEqual({ value: "accepted" });
  });
});

describe("where Convex differs from Node", () => {
  const seen = (r: Response) => [r.status, r.type, [...r.headers]];
  const json = [["content-type", "application/json"]];

  it.each([
    ["a body with any status", () => new Response("", { status: 204, headers: { a: "b" } }), 204, { a: "b" }],
    ["a relative redirect", () => Response.redirect("/p/x"), 302, { location: "/p/x" }],
    ["a redirect with a status", () => Response.redirect(new URL("http://h"), 307), 307, { location: "http://h/" }],
    ["an error that can be sent", () => Response.error(), 500, {}],
    ["json of one type", () => Response.json(1, { headers: { "Content-Type": "a/b" } }), 200, Object.fromEntries(json)],
  ])("there is %s", (_, make, status, headers: Record<string, string>) => {
    const text = status === 204 ? [["content-type", "text/plain;charset=UTF-8"]] : [];
    expect(seen(make())).toEqual([status, "default", [...Object.entries(headers), ...text]]);
  });

  it("PATCH is written in any case, streams need no duplex, and addresses may have a name and a password", () => {
    const request = new Request("http://u:p@h/", { method: "patch", body: new ReadableStream() });
    expect([request.method, request.url]).toEqual(["PATCH", "http://u:p@h/"]);
    const native = request.toNative();
    expect([native.method, native.url, native.headers.get("authorization")]).toEqual([
      "PATCH",
      "http://h/",
      `Basic ${btoa("u:p")}`,
    ]);
  });

  it("headers of a fetched response can be set", () => {
    const response = Response.fromNative(new globalThis.Response("x", { headers: { a: "b" } }));
    response.headers.set("a", "c");
    expect(response.headers.get("a")).toBe("c");
  });
});

describe("between server and function", () => {
  it("a request comes from the parts an HTTP parser gives", async () => {
    const request = createRequest({
      method: "PATCH",
      url: "http://h/p?q=1",
      headers: ["Host", "h", "X-A", "1", "x-a", "2", "Cookie", "c"],
      body: Buffer.from("body"),
    });
    expect([request.method, request.url, ...request.headers]).toEqual([
      "PATCH",
      "http://h/p?q=1",
      ["cookie", "c"],
      ["host", "h"],
      ["x-a", "1, 2"],
    ]);
    expect(await request.text()).toBe("body");
  });

  it.each([
    ["http://h:81/a/b?c=d&e", "http://h:81/a/b?c=d&e"],
    ["http://H/a", "http://h/a"],
    ["http://h:80/a", "http://h/a"],
    ["http://h/a/../b", "http://h/b"],
    ["http://h/%7Ea b", "http://h/%7Ea%20b"],
    ["https://127.1/?", "https://127.0.0.1/?"],
  ])("the URL %s becomes %s", (url, seen) => {
    expect(createRequest({ method: "GET", url, headers: [], body: null }).url).toBe(seen);
    expect(new globalThis.Request(url).url).toBe(seen);
  });

  it("a native request is taken over with its body", async () => {
    const request = asLightRequest(
      new globalThis.Request("http://h/x", { method: "POST", body: "b", headers: { a: "b" } }),
    );
    expect([request.url, request.method, request.headers.get("a"), await request.text()]).toEqual([
      "http://h/x",
      "POST",
      "b",
      "b",
    ]);
  });

  it("a response gives text and bytes without a stream", () => {
    expect(responseParts(Response.json({ a: 1 }, { status: 201 }))).toEqual({
      status: 201,
      statusText: "",
      headers: ["content-type", "application/json"],
      body: '{"a":1}',
    });
    expect(responseParts(new Response(new Uint8Array([1, 2]))).body).toEqual(new Uint8Array([1, 2]));
    expect(
      responseParts(
        new Response(null, {
          headers: [
            ["set-cookie", "a"],
            ["set-cookie", "b"],
          ],
        }),
      ),
    ).toMatchObject({
      headers: ["set-cookie", "a", "set-cookie", "b"],
      body: null,
    });
    expect(responseParts(new Response(new Blob(["x"]))).body).toBeInstanceOf(ReadableStream);
  });

  it("a response that was read cannot be sent", async () => {
    const response = new Response("x");
    await response.text();
    expect(() => responseParts(response)).toThrow("Body is unusable");
  });
});
