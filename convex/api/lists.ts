import type { RegisteredQuery } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import type { List, ListedRow } from "../callers/lists";
import { projectQuery } from "./builders";
import type { EndpointArgs, QueryResult } from "./builders";
import { listName, pageBounds, readPage } from "./pagination";
import type { Page, PageRequest } from "./pagination";

export function listEndpoint<Filters extends PropertyValidators, Row extends ListedRow, Shown>(
  list: List<Filters, Row, Shown>,
): RegisteredQuery<"internal", EndpointArgs<PageRequest & ObjectType<Filters>>, Promise<QueryResult<Page<Shown>>>> {
  return projectQuery(async (ctx, { limit, cursor, ...asked }: PageRequest & ObjectType<Filters>) => {
    // Only the filters are left, but the compiler cannot see that.
    const { range, filters } = await list.find(ctx, asked as unknown as ObjectType<Filters>);
    const name = filters === undefined ? list.name : listName(list.name, filters);
    const paged = { project: ctx.project, name, sources: [range] };
    return await readPage(paged, { limit, cursor }, pageBounds[list.bounds], (row) => list.present(row, ctx));
  });
}
