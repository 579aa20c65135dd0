import { belowRoot } from "./belowRoot.mjs";

const streams = new Set(["stdout", "stderr"]);

/**
 * The runner prints names and messages of agents and strangers. log/terminal.ts takes control sequences out of them,
 * so nothing else may write to the terminal.
 */
export const oneTerminal = {
  create(context) {
    const file = belowRoot(context);
    if (!file.startsWith("packages/runner/src/") || /\.test\.ts$|\/log\/terminal\.ts$/.test(file)) return {};
    return {
      MemberExpression(node) {
        const { object, property } = node;
        const isStream = object.name === "process" && streams.has(property.name);
        if (!isStream && object.name !== "console") return;
        context.report({ node, message: "Print with log/terminal.ts, which takes control sequences out of a text." });
      },
    };
  },
};
