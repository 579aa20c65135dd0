import { belowRoot } from "./belowRoot.mjs";

const registering = new Set(["on", "once", "addListener", "prependListener", "prependOnceListener"]);

/**
 * In the servers, an error that a listener throws would end the process for everybody. So they listen through
 * engine/server/guard.ts only. Its functions end the connection concerned and nothing else.
 */
export const guardedListeners = {
  create(context) {
    const file = belowRoot(context);
    if (!file.startsWith("engine/server/") || /\.test\.ts$|\/testing\//.test(file)) return {};
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== "MemberExpression") return;
        const { property, computed } = callee;
        const name = computed ? property.value : property.name;
        if (!registering.has(name)) return;
        context.report({ node, message: `Listen through guard.ts (listen, listenOnce, listenFirst), not by ${name}.` });
      },
    };
  },
};
