import { belowRoot } from "./belowRoot.mjs";

/**
 * Each answer in the tests of REST is compared with the OpenAPI document, by the clients of tests/support. An answer of
 * `fetch` itself would not be.
 */
export const checkedAnswers = {
  create(context) {
    if (!belowRoot(context).startsWith("tests/http/")) return {};
    return {
      CallExpression({ callee }) {
        const isGlobal = callee.type === "MemberExpression" && callee.object.name === "globalThis";
        const { name } = isGlobal ? callee.property : callee;
        if (name !== "fetch") return;
        const message = "Ask by a deployment or servedBy (tests/support/reality.ts), which compare the answer.";
        context.report({ node: callee, message });
      },
    };
  },
};
