import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/** Returns the path of the linted file below the root, such as `convex/runs/model.ts`. */
export function belowRoot(context) {
  return path.relative(root, context.filename).replaceAll(path.sep, "/");
}
