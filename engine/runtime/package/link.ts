// Evaluates the replacements of the convex package's functions in a context.
import { type Context, Script } from "node:vm";
import { packageHost } from "../globals/convex";
import { fieldNames } from "./fieldNames";
import { type Replacements, replacements } from "./replacements";
import { callBufferMarks, callBufferSlots, callBufferWriter } from "./callBuffer";

/** The functions run in the context as their text, so that all objects that they make belong to the context. */
const functions = { fieldNames, callBufferWriter, replacements };
const CODE = new Script(
  `({ ${Object.entries(functions)
    .map(([name, code]) => `${name}: ${code.toString()}`)
    .join(", ")} })`,
);

export function replacementsIn(context: Context): Replacements {
  const inContext = CODE.runInContext(context) as typeof functions;
  const names = inContext.fieldNames();
  return inContext.replacements(
    packageHost,
    names,
    inContext.callBufferWriter(callBufferMarks, callBufferSlots, names),
  );
}
