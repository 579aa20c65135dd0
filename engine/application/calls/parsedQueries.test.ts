import { describe, expect, it } from "vitest";
import type { Component, FunctionInvocation, RegisteredFunction } from "../deployment/deployment";
import { ParsedQueries } from "./parsedQueries";

function component(path: string): Component {
  return {
    path,
    program: {
      run: () => Promise.reject(new Error("not run")),
      retire: () => undefined,
      again: () => component(path).program,
    },
    functions: new Map(),
    children: new Map(),
    httpRoutes: null,
    schema: null,
    mounts: new Map(),
    readEnv: () => undefined,
  };
}

function invocation(of: Component, name: string): FunctionInvocation {
  const path = { modulePath: "m.js", exportName: name };
  const callee: RegisteredFunction = {
    name,
    kind: "query",
    visibility: "public",
    args: null,
    returns: null,
    line: null,
    component: of,
    path,
    displayName: `m:${name}`,
  };
  return { callee, args: { name } };
}

/** Asks queries in the app and counts how often a text had to be read. */
function asking() {
  const queries = new ParsedQueries();
  const app = component("");
  const asked = { reads: 0, ask };
  function ask(text: string) {
    return queries.find(app, text, () => {
      asked.reads++;
      return invocation(app, text);
    });
  }
  return asked;
}

describe("queries that actions ask for", () => {
  it("are parsed once for each text", () => {
    const asked = asking();
    expect(asked.ask("a")).toBe(asked.ask("a"));
    expect(asked.ask("b").cacheKey).not.toBe(asked.ask("a").cacheKey);
    expect(asked.reads).toBe(2);
  });

  it("mean something else in another component, or after another push", () => {
    const queries = new ParsedQueries();
    const [app, other] = [component(""), component("limiter")];
    queries.find(app, "a", () => invocation(app, "a"));
    expect(queries.find(other, "a", () => invocation(other, "a")).call.callee.component).toBe(other);
  });

  it("that are refused are refused again", () => {
    const queries = new ParsedQueries();
    const app = component("");
    const refused = () =>
      queries.find(app, "a", () => {
        throw new Error("no such function");
      });
    expect(refused).toThrow("no such function");
    expect(refused).toThrow("no such function");
  });

  it("take a bounded amount of memory: long ones are parsed each time, and of many the oldest are parsed again", () => {
    const asked = asking();
    asked.ask("x".repeat(2_000));
    asked.ask("x".repeat(2_000));
    expect(asked.reads).toBe(2);
    for (let index = 0; index <= 1_100; index++) asked.ask(String(index));
    asked.reads = 0;
    asked.ask("0");
    expect(asked.reads).toBe(1);
  });
});
