import type { RegisteredQuery } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import type { List, ListedRow } from "../callers/lists";
import { projectQuery } from "./builders";
import type { EndpointArgs, QueryResult } from "./builders";
import { listName, pageBounds, readPage } from "./pagination";
import type { Page, PageRequest } from "./pagination";

/** The filters as the schema of the route lets them through: one that is left out may be undefined. */
type Asked<Filters extends PropertyValidators> = {
  [Name in keyof ObjectType<Filters>]:
    | ObjectType<Filters>[Name]
    | (object extends Pick<ObjectType<Filters>, Name> ? undefined : never);
};

export function listEndpoint<Filters extends PropertyValidators, Row extends ListedRow, Shown>(
  list: List<Filters, Row, Shown>,
): RegisteredQuery<"internal", EndpointArgs<PageRequest & Asked<Filters>>, Promise<QueryResult<Page<Shown>>>> {
  return projectQuery(async (ctx, { limit, cursor, ...asked }: PageRequest & Asked<Filters>) => {
    // Only the filters are left, but the compiler cannot see that.
    const { range, filters } = await list.find(ctx, asked as unknown as ObjectType<Filters>);
    const name = filters === undefined ? list.name : listName(list.name, filters);
    const paged = { project: ctx.project, name, sources: [range] };
    return await readPage(paged, { limit, cursor }, pageBounds[list.bounds], (row) => list.present(row, ctx));
  });
}
