// Changes documents without reading again what was just written: on Convex each read costs.
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** The fields that change. Undefined removes an optional field. */
type Changes<Row> = {
  [Field in keyof Row]?: Row[Field] | (object extends Pick<Row, Field> ? undefined : never);
};

/**
 * Changes a document and returns it as it is then. `document` must be as this transaction has last read or changed it:
 * fields that `changes` lacks are taken from there.
 */
export async function patchAndReturn<Table extends TableNames>(
  { db }: MutationCtx,
  table: Table,
  document: Doc<Table>,
  changes: Changes<WithoutSystemFields<Doc<Table>>>,
): Promise<Doc<Table>> {
  // The compiler checks one table only, so each is treated as `runs` here. The parameters have been checked.
  await db.patch(table as "runs", document._id as Id<"runs">, changes as Changes<WithoutSystemFields<Doc<"runs">>>);
  const after = { ...document, ...changes };
  for (const field in after) if (after[field] === undefined) delete after[field];
  return after;
}
