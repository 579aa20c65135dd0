import { createContext } from "node:vm";
import { expect, it, vi } from "vitest";

it("a module that the engine's own parts would break is used as it was pushed, with one line in the log", async () => {
  // Other tests in this process may have loaded the modules already.
  vi.resetModules();
  vi.doMock("./package/recognition", () => ({ replacing: () => "} not a program {" }));
  const { Scripts } = await import("./scripts");
  vi.doUnmock("./package/recognition");
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const scripts = new Scripts([{ path: "m.js", code: "exports.a = 1;", map: null }]);
  const body = scripts.script("m.js").runInContext(createContext()) as (exports: object) => void;
  const exports = {};
  body(exports);
  expect(exports).toEqual({ a: 1 });
  expect(error).toHaveBeenCalledOnce();
  expect(error.mock.calls[0]?.[0]).toContain("m.js runs as it was pushed");
  error.mockRestore();
});
