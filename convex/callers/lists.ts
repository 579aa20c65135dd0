// Lists that REST shows in pages and the dashboard live. What both say of one is said once, in the `handlers.ts` of a
// domain:
//
//     export const list = listOf({ name: "merging", bounds: "usual", filters: {}, find: ofProject("mergeRuns"), present })
//
// `listEndpoint` of api/lists.ts and `memberList` of dashboard/lists.ts make the functions.
import type { GenericDocument, GenericTableInfo, OrderedQuery } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import type { DataModel, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { ReadCtx } from "./caller";

/** `small`: of things of which a project has few. */
export type PageLength = "usual" | "small";

export type ListedRow = GenericDocument & { _id: string; _creationTime: number };

export interface List<Filters extends PropertyValidators, Row extends ListedRow, Shown> {
  /** In its cursors. */
  name: string;
  /** How long a page of REST may be (`pageBounds` of api/pagination.ts). */
  bounds: PageLength;
  /** As the dashboard passes them. The schema of the route says the same of what REST is asked. */
  filters: Filters;
  find(ctx: ReadCtx, asked: ObjectType<Filters>): Listed<Row> | Promise<Listed<Row>>;
  present(row: Row, ctx: QueryCtx): Shown | Promise<Shown>;
}

interface Listed<Row extends ListedRow> {
  range: (fromMs: number) => OrderedQuery<Omit<GenericTableInfo, "document"> & { document: Row }>;
  /** A cursor is one of the list with these alone. */
  filters?: Record<string, unknown>;
}

/** Has the compiler find out what is listed and how it is shown. */
export function listOf<Filters extends PropertyValidators, Row extends ListedRow, Shown>(
  list: List<Filters, Row, Shown>,
): List<Filters, Row, Shown> {
  return list;
}

/** Those whose index `by_project` has these fields. */
type Indexed<Fields extends string[]> = {
  [Table in TableNames]: DataModel[Table]["indexes"] extends { by_project: [...Fields, "_creationTime"] }
    ? Table
    : never;
}[TableNames];

/** All rows that a project has in a table. */
export function ofProject<Table extends Indexed<["projectId"]>>(table: Table) {
  return ({ db, project }: ReadCtx): { range: NewestFirst<Table> } => {
    const range = (fromMs: number) =>
      db
        // The compiler follows one table alone; the type of the parameter says that each has the index.
        .query(table as "mergeRuns")
        .withIndex("by_project", (q) => q.eq("projectId", project._id).lte("_creationTime", fromMs))
        .order("desc");
    return { range: range as unknown as NewestFirst<Table> };
  };
}

/** All that are not in the trash. */
export function keptOfProject<Table extends Indexed<["projectId", "deletedAtMs"]>>(table: Table) {
  return ({ db, project }: ReadCtx): { range: NewestFirst<Table> } => {
    const range = (fromMs: number) =>
      db
        .query(table as "workflows")
        .withIndex("by_project", (q) =>
          q.eq("projectId", project._id).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
        )
        .order("desc");
    return { range: range as unknown as NewestFirst<Table> };
  };
}
