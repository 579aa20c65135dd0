/** The same thing has the same name everywhere: what it is at most is `maxBytes`, not `bytesMax` or `largestBytes`. */
export const boundNames = {
  create: (context) => ({
    "Program > VariableDeclaration > VariableDeclarator": (node) => check(context, node.id),
    "Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator": (node) => check(context, node.id),
  }),
};

function check(context, id) {
  if (id.type !== "Identifier" || !/^(largest|longest|most)[A-Z]|[a-z]Max$/.test(id.name)) return;
  context.report({ node: id, message: "A bound is named `max` and of what: `maxBytes`." });
}
