// What the code of a module binds names to, as far as the engine needs to know it.
import type { AnyNode, Node, Pattern, Program } from "acorn";

/** Otherwise another function may have the name in some part of the module. */
export function isBoundOnce(name: string, program: Program | null): boolean {
  let times = 0;
  forEachNode(program, (node) => {
    times += namesBoundBy(node).filter((bound) => bound === name).length;
  });
  return times === 1;
}

/** The names that this node itself binds. */
export function namesBoundBy(node: AnyNode): string[] {
  switch (node.type) {
    case "VariableDeclarator":
      return namesIn(node.id);
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return [...namesIn(node.id ?? null), ...node.params.flatMap(namesIn)];
    case "ClassDeclaration":
    case "ClassExpression":
      return namesIn(node.id ?? null);
    case "CatchClause":
      return namesIn(node.param ?? null);
    default:
      return [];
  }
}

function namesIn(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap(namesIn);
    case "ObjectPattern":
      return pattern.properties.flatMap((part) => namesIn(part.type === "RestElement" ? part : part.value));
    default:
      return [];
  }
}

/** Has no recursion: code that the parser can handle may still nest more deeply than calls of this function could. */
export function forEachNode(root: Node | null, visit: (node: AnyNode) => void): void {
  const waiting: unknown[] = [root];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== "object" || part === null) continue;
    if (isNode(part)) visit(part);
    for (const child of Object.values(part)) if (child !== undefined) waiting.push(child);
  }
}

function isNode(part: object): part is AnyNode {
  return "type" in part && "start" in part;
}
