// Evaluates the replacements of the convex package's functions in a context.
import { type Context, Script } from "node:vm";
import { packageHost } from "../globals/convex";
import { type PackageParts, replacements } from "./replacements";

/** The function runs in the context as its text, so that all objects that it makes belong to the context. */
const CODE = new Script(`(${replacements.toString()})`);

export function replacementsIn(context: Context): PackageParts {
  const replacementsOf = CODE.runInContext(context) as typeof replacements;
  return replacementsOf(packageHost);
}
