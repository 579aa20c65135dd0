import { belowRoot } from "./belowRoot.mjs";

/**
 * convex-test makes accessors of globals, and vitest reads and writes timers again while it reports. Between the two a
 * spy of such a global stays for all later files of the worker: a timer with another delay fails them, each
 * differently. `vi.stubGlobal` replaces the accessor too, and puts it back.
 */
export const stubbedGlobals = {
  create(context) {
    if (!belowRoot(context).endsWith(".test.ts")) return {};
    return {
      CallExpression({ callee, arguments: [object] }) {
        const isSpy = callee.type === "MemberExpression" && callee.property.name === "spyOn";
        if (!isSpy || object?.name !== "globalThis") return;
        context.report({ node: callee, message: "Replace a global with vi.stubGlobal, and call vi.unstubAllGlobals." });
      },
    };
  },
};
