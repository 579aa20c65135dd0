import type { PaginationOptions, PaginationResult, RegisteredQuery } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import type { ObjectType, PropertyValidators } from "convex/values";
import type { List, ListedRow } from "../callers/lists";
import type { Permission } from "../callers/roles";
import { memberQuery } from "./builders";
import { livePage } from "./pages";

type ListArgs<Filters extends PropertyValidators> = ObjectType<Filters> & {
  projectId: string;
  paginationOpts: PaginationOptions;
};

export function memberList<Filters extends PropertyValidators, Row extends ListedRow, Shown>(
  permission: Permission,
  list: List<Filters, Row, Shown>,
): RegisteredQuery<"public", ListArgs<Filters>, Promise<PaginationResult<Shown>>> {
  const filters: PropertyValidators = list.filters;
  return memberQuery<PropertyValidators, PaginationResult<Shown>>(permission, {
    args: { ...filters, paginationOpts: paginationOptsValidator },
    handler: async (ctx, input) => {
      // The validators have already accepted the input.
      const { paginationOpts, ...asked } = input as ListArgs<Filters>;
      const { range } = await list.find(ctx, asked as unknown as ObjectType<Filters>);
      return await livePage(range, paginationOpts, (row) => list.present(row, ctx));
    },
  });
}
