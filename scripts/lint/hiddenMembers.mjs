import { belowRoot } from "./belowRoot.mjs";

/** What functions can get hold of (engine/runtime) hides its members from them, too; elsewhere types suffice. */
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
