import { belowRoot } from "./belowRoot.mjs";

const streams = new Set(["stdout", "stderr"]);

const terminals = {
  "packages/runner/src/": "packages/runner/src/log/terminal.ts",
  "packages/cli/src/": "packages/cli/src/terminal/terminal.ts",
};

/**
 * The runner and the command line print names and messages of agents and strangers. One file of each takes control
 * sequences out of them, so nothing else may write to the terminal. The entry of a program hands its streams over.
 */
export const oneTerminal = {
  create(context) {
    const file = belowRoot(context);
    const terminal = Object.entries(terminals).find(([folder]) => file.startsWith(folder))?.[1];
    if (terminal === undefined || file === terminal || /\.test\.ts$|\/main\.ts$/.test(file)) return {};
    return {
      MemberExpression(node) {
        const { object, property } = node;
        const isStream = object.name === "process" && streams.has(property.name);
        if (!isStream && object.name !== "console") return;
        context.report({ node, message: `Print with ${terminal}, which takes control sequences out of a text.` });
      },
    };
  },
};
