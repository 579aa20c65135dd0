import { belowRoot } from "./belowRoot.mjs";

/**
 * In engine/runtime members are hidden by `#`, because pushed functions can get hold of its objects. Elsewhere
 * `private` is enough.
 */
export const hiddenMembers = {
  create(context) {
    const isInRuntime = belowRoot(context).startsWith("engine/runtime/");
    const refuse = (node, wanted) => context.report({ node, message: `Members are hidden by ${wanted} here.` });
    return {
      PrivateIdentifier: (node) => !isInRuntime && refuse(node, "`private`"),
      PropertyDefinition: (node) => isInRuntime && node.accessibility === "private" && refuse(node, "`#`"),
      MethodDefinition: (node) => isInRuntime && node.accessibility === "private" && refuse(node, "`#`"),
      TSParameterProperty: (node) => isInRuntime && node.accessibility === "private" && refuse(node, "`#`"),
    };
  },
};
