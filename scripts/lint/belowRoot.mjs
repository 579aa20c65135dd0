import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/** Which file a rule looks at, such as `convex/runs/model.ts`. */
export function belowRoot(context) {
  return path.relative(root, context.filename).replaceAll(path.sep, "/");
}
