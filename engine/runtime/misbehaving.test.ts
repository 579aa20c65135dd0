// Functions that hold the thread or take all memory are stopped, and the others continue. Each waits for its whole
// limit and uses a core meanwhile, so these tests run by themselves.
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import type { Program } from "./contract";
import { call, environmentOf, host, messageOf, programOf, valueOf } from "./testing";
import { createRequest } from "./web/request";
import { responseParts } from "./web/response";

const IMPORTS = `
  import { queryGeneric as query, mutationGeneric as mutation, actionGeneric as action } from "convex/server";
`;

describe("functions that misbehave", () => {
  const files = {
    "m.ts": `${IMPORTS}
      export const one = query(async () => 1);
      export const wait = action(async () => { await new Promise((resolve) => setTimeout(resolve, 50)); return "waited"; });
      export const loop = query(async () => { for (;;); });
      export const stubborn = mutation(async () => { for (;;) { try { for (;;); } catch {} finally { continue; } } });
      export const microtasks = query(async () => { for (;;) await null; });
      export const slow = query(async (ctx) => {
        for (;;) { const end = performance.now(); for (let i = 0; i < 1e6; i++); await ctx.db.get("x"); }
      });`,
  };

  it.each(["query m:loop", "mutation m:stubborn", "query m:microtasks", "query m:slow"])(
    "are stopped after a second of their own time: %s",
    async (target) => {
      const program = await programOf(files);
      const [kind, name] = target.split(" ");
      const waiting = call(program, "action", "m:wait");
      const environment = environmentOf({ host: host({ asyncSyscall: async () => "null" }) });
      const outcome = await call(program, kind === "query" ? "query" : "mutation", name ?? "", {}, environment);
      expect(messageOf(outcome)).toBe("Function execution timed out (maximum duration: 1s)");
      expect(valueOf(await waiting)).toBe("waited");
      expect(valueOf(await call(program, "query", "m:one"))).toBe(1);
    },
  );

  it("are stopped in the same way once asynchronous context is tracked", async () => {
    const storage = new AsyncLocalStorage();
    const program = await programOf(files);
    for (const name of ["m:microtasks", "m:loop"]) {
      const outcome = await storage.run("here", () => call(program, "query", name));
      expect(messageOf(outcome)).toBe("Function execution timed out (maximum duration: 1s)");
    }
    storage.disable();
  });

  it("are stopped before they take all the memory there is", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const f = action(async () => { const all = []; for (;;) all.push(new Uint8Array(6e8).fill(1)); });`,
    });
    const message = messageOf(await call(program, "action", "m:f"));
    expect(message).toBe("JavaScript execution ran out of memory (maximum memory usage: 512 MB)");
  });

  it("are not charged for the time the engine takes", async () => {
    const program = await programOf({
      "m.ts": `${IMPORTS} export const f = query(async (ctx) => { await ctx.db.get("x"); return ctx.db.normalizeId("t", "x"); });`,
    });
    const busy = (answer: string): string => {
      for (const end = performance.now() + 700; performance.now() < end;);
      return answer;
    };
    const environment = environmentOf({
      host: host({ syscall: () => busy('{"id":null}'), asyncSyscall: async () => busy("null") }),
    });
    expect(valueOf(await call(program, "query", "m:f", {}, environment))).toBe(null);
  });
});

describe.each(["pool", "shared"] as const)("HTTP actions with %s contexts", (contexts) => {
  const files = {
    "http.ts": `
      import { httpRouter, httpActionGeneric } from "convex/server";
      const http = httpRouter();
      const route = (path: string, body: () => any) =>
        http.route({ path, method: "GET", handler: httpActionGeneric(async () => new Response(body())) });
      const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      route("/stuck", () => new ReadableStream({ pull() { for (;;); } }));
      route("/pulled", () => {
        let n = 0;
        return new ReadableStream({ async pull(controller) {
          await sleep(2);
          if (n === 3) controller.close(); else controller.enqueue(new TextEncoder().encode("p" + n++));
        } });
      });
      export default http;`,
  };

  async function textOf(program: Program, path: string): Promise<string> {
    const request = createRequest({ method: "GET", url: `http://host${path}`, headers: [], body: null });
    const outcome = await program.run({ kind: "httpAction", request, path: null }, environmentOf());
    if (outcome.kind !== "response") throw new Error(JSON.stringify(outcome));
    return await new Response(responseParts(outcome.response).body as BodyInit | null).text();
  }

  it("continue when one of them is stopped, and later ones work too", async () => {
    const program = await programOf(files, contexts);
    const waiting = textOf(program, "/pulled");
    await expect(textOf(program, "/stuck")).rejects.toThrow("held the thread");
    expect([await waiting, await textOf(program, "/pulled")]).toEqual(["p0p1p2", "p0p1p2"]);
  });
});
