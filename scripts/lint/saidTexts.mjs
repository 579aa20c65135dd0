import { belowRoot } from "./belowRoot.mjs";

const folders = /^packages\/runner\/src\/(agents|codeHosts|conversations|jobKinds|jobLoop|report|worktrees)\//;
const others = /\.test\.ts$|\/agents\/(demo|isolation|process)\//;

/**
 * In the runner, texts come from agents. A slice may cut a character in two, which the service refuses, and it keeps
 * the whole text in memory. So texts are cut by packages/runner/src/text/truncate.ts only.
 */
export const saidTexts = {
  create(context) {
    const file = belowRoot(context);
    if (!folders.test(file) || others.test(file)) return {};
    return {
      CallExpression({ callee, arguments: [from, to] }) {
        if (callee.type !== "MemberExpression" || callee.property.name !== "slice" || from === undefined) return;
        const isBeginning = from.type === "Literal" && from.value === 0 && to !== undefined && !isNegative(to);
        if (!isBeginning) return;
        const message = "Cut texts with truncate or truncateWithEllipsis of text/truncate.ts, and lists with take.";
        context.report({ node: callee.property, message });
      },
    };
  },
};

function isNegative({ type, operator }) {
  return type === "UnaryExpression" && operator === "-";
}
