import path from "node:path";
import { objection } from "../layers.mjs";
import { belowRoot } from "./belowRoot.mjs";

/** A folder imports only from those that scripts/layers.mjs lists for it: values, types, and by `import()`. */
export const layers = {
  create(context) {
    const file = belowRoot(context);
    if (/\.test\.tsx?$|\/testing\/|\/tests\//.test(file)) return {};
    const importing = file.replace(/\.\w+$/, "");
    const check = (source) => {
      const target = targetOf(file, source?.value);
      const found = target === null ? null : objection(importing, target);
      if (found !== null) context.report({ node: source, message: found });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
    };
  },
};

/** The imported file below the root, without its ending. Null for a package. */
function targetOf(file, imported) {
  if (typeof imported !== "string") return null;
  const name = imported.replace(/\.(m?js|tsx?|mjs)$/, "");
  if (name.startsWith("#")) return name.slice(1);
  return name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : null;
}
