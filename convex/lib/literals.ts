// A closed list of texts is written once, as data in its domain's own file: the database's validator is made of it here,
// and what a request may say by `z.enum`.
import { v } from "convex/values";

export function literals<Value extends string>(values: readonly Value[]) {
  return v.union(...values.map((value) => v.literal(value)));
}
