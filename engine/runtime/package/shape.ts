// What a function of the convex package is, apart from how a bundler has printed it: blanks, quotes and the names of
// variables do not count, and neither does how functions inside it are given their names. What is called, compared or
// written must be the same. Where two places share a name, they must do so in both texts.
import { createHash } from "node:crypto";
import { type AnyNode, type Expression, parseExpressionAt } from "acorn";
import { forEachNode, namesBoundBy } from "../bindings";

export interface Shape {
  /** Two functions with the same digest do the same if what they refer to outside of themselves is the same. */
  readonly digest: string;
  /** What the function calls outside of itself, as expressions that can be at the top of its module. */
  readonly called: string[];
}

/** Returns null for a text that is not one expression. A function declaration is one, too. */
export function shapeOf(text: string): Shape | null {
  let root: Expression;
  try {
    root = parseExpressionAt(text, 0, { ecmaVersion: "latest" });
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (root.end !== text.length) return null;
  const writing: Writing = { parts: [], places: new Map() };
  write(root, writing);
  return {
    digest: createHash("sha256").update(writing.parts.join(" ")).digest("base64url").slice(0, 16),
    called: calledOutside(root),
  };
}

interface Writing {
  readonly parts: string[];
  /** Each variable by its name: how many others came before it. */
  readonly places: Map<string, number>;
}

/** These functions are short, so this may call itself. */
function write(part: unknown, writing: Writing): void {
  if (Array.isArray(part)) {
    writing.parts.push("[");
    for (const item of part) write(item, writing);
    writing.parts.push("]");
  } else if (isNode(part)) writeNode(part, writing);
  else writing.parts.push(typeof part === "bigint" ? `${part}n` : (JSON.stringify(part) ?? "undefined"));
}

function writeNode(node: AnyNode, writing: Writing): void {
  const variable = variableOf(node);
  if (variable !== null) {
    const place = writing.places.get(variable) ?? writing.places.size;
    writing.places.set(variable, place);
    writing.parts.push(`#${place}`);
    return;
  }
  const named = namedFunction(node);
  if (named !== null) {
    writing.parts.push("named", JSON.stringify(named.name));
    write(named.made, writing);
    return;
  }
  writing.parts.push(node.type);
  for (const [field, child] of Object.entries(node)) {
    if (unseenFields.has(field)) continue;
    writing.parts.push(field);
    const fixed = isFixedName(node, field) ? nameOf(child) : null;
    if (fixed === null) write(child, writing);
    else writing.parts.push(JSON.stringify(fixed));
  }
}

/** Where a node stands, how a literal is written, and whether a property's name and variable are written once. */
const unseenFields = new Set(["type", "start", "end", "raw", "shorthand"]);

/** Names of properties are not variables: no bundler changes them. */
function isFixedName(node: AnyNode, field: string): boolean {
  if (node.type === "MemberExpression") return field === "property" && !node.computed;
  const hasKey = node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition";
  return hasKey && field === "key" && !node.computed;
}

function nameOf(key: unknown): string | null {
  const isName = isNode(key) && (key.type === "Identifier" || key.type === "PrivateIdentifier");
  return isName ? `${key.type} ${key.name}` : null;
}

/** A variable, or an import: `import_X.a`, in calls `(0, import_X.a)`. */
function variableOf(node: AnyNode): string | null {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "SequenceExpression": {
      const [zero, last, ...others] = node.expressions;
      const isCallee = zero?.type === "Literal" && zero.value === 0 && others.length === 0;
      return isCallee && last?.type === "MemberExpression" ? variableOf(last) : null;
    }
    case "MemberExpression": {
      const { object, property, computed } = node;
      if (computed || object.type !== "Identifier" || property.type !== "Identifier") return null;
      return object.name.startsWith("import_") ? `${object.name}.${property.name}` : null;
    }
    default:
      return null;
  }
}

/** A function that receives its name: `name(() => 1, "load")`, or `({load: () => 1}).load` (functionNames.ts). */
function namedFunction(node: AnyNode): { made: AnyNode; name: string } | null {
  if (node.type === "CallExpression") {
    const [made, name, ...others] = node.arguments;
    if (made === undefined || !isFunction(made) || name?.type !== "Literal" || others.length > 0) return null;
    return variableOf(node.callee) !== null && typeof name.value === "string" ? { made, name: name.value } : null;
  }
  if (node.type !== "MemberExpression" || node.object.type !== "ObjectExpression") return null;
  const [property, ...others] = node.object.properties;
  if (property?.type !== "Property" || others.length > 0 || node.property.type !== "Identifier") return null;
  const { key, value } = property;
  const isSame = key.type === "Identifier" && key.name === node.property.name && !property.computed && !node.computed;
  return isSame && isFunction(value) ? { made: value, name: key.name } : null;
}

function isFunction({ type }: AnyNode): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

function calledOutside(root: Expression): string[] {
  const bound = new Set<string>();
  const called = new Set<string>();
  forEachNode(root, (node) => {
    for (const name of namesBoundBy(node)) bound.add(name);
    const callee = node.type === "CallExpression" ? variableOf(node.callee) : null;
    if (callee !== null) called.add(callee);
  });
  return [...called].filter((name) => !bound.has(name));
}

function isNode(part: unknown): part is AnyNode {
  return typeof part === "object" && part !== null && "type" in part && "start" in part;
}
