// Declares lists that REST shows in pages and the dashboard shows live. Each is declared once, in the `handlers.ts` of
// its domain:
//
//     listOf({ name: "merging", bounds: "usual", filters: {}, find: ofProject("mergeRuns"), present })
//
// `listEndpoint` of api/lists.ts and `memberList` of dashboard/lists.ts make the two functions from it.
import type { GenericDocument, GenericTableInfo, OrderedQuery } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import type { DataModel, TableNames } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { newestFirstBy } from "../lib/newestFirst";
import type { NewestFirst } from "../lib/newestFirst";
import type { ReadCtx } from "./caller";

/** `small` is for lists of which a project has few items. */
export type PageLength = "usual" | "small";

export type ListedRow = GenericDocument & { _id: string; _creationTime: number };

export interface List<Filters extends PropertyValidators, Row extends ListedRow, Shown> {
  /** The name that cursors of the list contain. */
  name: string;
  /** The key in `pageBounds` of api/pagination.ts, which limits the pages of REST. */
  bounds: PageLength;
  /** The filters that the dashboard can pass. The schema of the route has the same for REST. */
  filters: Filters;
  find(ctx: ReadCtx, asked: ObjectType<Filters>): Listed<Row> | Promise<Listed<Row>>;
  present(row: Row, ctx: QueryCtx): Shown | Promise<Shown>;
}

interface Listed<Row extends ListedRow> {
  range: (fromMs: number) => OrderedQuery<Omit<GenericTableInfo, "document"> & { document: Row }>;
  /** A cursor is valid only for the same filters. */
  filters?: Record<string, unknown>;
}

/** Returns the list itself. The call lets the compiler infer the types of its rows and of what it shows. */
export function listOf<Filters extends PropertyValidators, Row extends ListedRow, Shown>(
  list: List<Filters, Row, Shown>,
): List<Filters, Row, Shown> {
  return list;
}

/** The tables whose index `by_project` has `projectId` as its only field. */
type OfProject = {
  [Table in TableNames]: DataModel[Table]["indexes"] extends { by_project: ["projectId", "_creationTime"] }
    ? Table
    : never;
}[TableNames];

export function ofProject<Table extends OfProject>(table: Table) {
  return (ctx: ReadCtx) => {
    // The compiler checks one table only, as in newestFirstBy.
    const range = newestFirstBy(ctx, table as "mergeRuns", "by_project", { projectId: ctx.project._id });
    return { range: range as unknown as NewestFirst<Table> };
  };
}
