// Builds a validator of the database from a closed list of texts. Each list is written once, as data in a file of its
// domain; the schemas of requests use the same list with `z.enum`.
import { v } from "convex/values";

export function literals<Value extends string>(values: readonly Value[]) {
  return v.union(...values.map((value) => v.literal(value)));
}
