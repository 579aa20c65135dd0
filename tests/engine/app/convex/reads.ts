// Queries that are described by data: source, index range, order, a list of operators, and how the result is read.
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import type { GenericQueryCtx, GenericDataModel } from "convex/server";
import { v } from "convex/values";
import type { Value } from "convex/values";

export interface Bound {
  op: "eq" | "gt" | "gte" | "lt" | "lte";
  field: string;
  /** A missing value means `undefined`. */
  value?: Value;
}

/** A literal without the field `literal` means `undefined`. */
export type Expression =
  | { kind: "field"; path: string }
  | { kind: "literal"; literal?: Value }
  | { kind: "op"; op: string; operands: Expression[] };

export type Operator = { kind: "filter"; expression: Expression } | { kind: "limit"; limit: number };

export interface Search {
  index: string;
  field: string;
  text: string;
  filters?: Pick<Bound, "field" | "value">[];
}

export interface Read {
  table: string;
  search?: Search;
  index?: string;
  range?: Bound[];
  order?: "asc" | "desc";
  operators?: Operator[];
  system?: boolean;
}

// The query builders' methods, without the types that tie them to one schema.
interface LooseRange extends Record<Bound["op"], (field: string, value: Value | undefined) => LooseRange> {}
interface LooseSearch {
  search(field: string, text: string): LooseSearch;
  eq(field: string, value: Value | undefined): LooseSearch;
}
interface LooseFilter extends Record<string, (...operands: unknown[]) => unknown> {}
interface LooseQuery extends AsyncIterable<Value> {
  withIndex(name: string, range?: (q: LooseRange) => LooseRange): LooseQuery;
  withSearchIndex(name: string, filter: (q: LooseSearch) => LooseSearch): LooseQuery;
  order(order: "asc" | "desc"): LooseQuery;
  filter(predicate: (q: LooseFilter) => unknown): LooseQuery;
  limit(count: number): LooseQuery;
  collect(): Promise<Value[]>;
  take(count: number): Promise<Value[]>;
  first(): Promise<Value>;
  unique(): Promise<Value>;
  paginate(options: Value): Promise<{ page: Value[]; isDone: boolean; continueCursor: string }>;
}

type Ctx = GenericQueryCtx<GenericDataModel>;

export function build(ctx: Ctx, read: Read): LooseQuery {
  const reader = (read.system === true ? ctx.db.system : ctx.db) as unknown as { query(table: string): LooseQuery };
  let built = reader.query(read.table);
  const { index, range, search } = read;
  if (search !== undefined) {
    const { field, text, filters = [] } = search;
    built = built.withSearchIndex(search.index, (q) =>
      filters.reduce((filtered, filter) => filtered.eq(filter.field, filter.value), q.search(field, text)),
    );
  }
  if (index !== undefined) {
    built =
      range === undefined
        ? built.withIndex(index)
        : built.withIndex(index, (q) => range.reduce((bounds, bound) => bounds[bound.op](bound.field, bound.value), q));
  }
  if (read.order !== undefined) built = built.order(read.order);
  for (const operator of read.operators ?? []) {
    built =
      operator.kind === "limit" ? built.limit(operator.limit) : built.filter((q) => expression(q, operator.expression));
  }
  return built;
}

function expression(q: LooseFilter, described: Expression): unknown {
  switch (described.kind) {
    case "field":
      return q["field"]!(described.path);
    case "literal":
      return described.literal;
    case "op":
      return q[described.op]!(...described.operands.map((operand) => expression(q, operand)));
  }
}

export const collect = query({
  args: { read: v.any() },
  handler: async (ctx, args) => await build(ctx, args.read).collect(),
});

export const take = query({
  args: { read: v.any(), count: v.number() },
  handler: async (ctx, args) => await build(ctx, args.read).take(args.count),
});

export const count = query({
  args: { table: v.string() },
  handler: async (ctx, args) => await (ctx.db.query(args.table) as unknown as { count(): Promise<number> }).count(),
});

export const first = query({
  args: { read: v.any() },
  handler: async (ctx, args) => await build(ctx, args.read).first(),
});

export const unique = query({
  args: { read: v.any() },
  handler: async (ctx, args) => await build(ctx, args.read).unique(),
});

export const page = query({
  args: { read: v.any(), options: v.any() },
  handler: async (ctx, args) => await build(ctx, args.read).paginate(args.options),
});

/** Stops reading after `count` documents, as a loop with `break` does. */
export const iterate = query({
  args: { read: v.any(), count: v.number() },
  handler: async (ctx, args) => {
    const seen: Value[] = [];
    if (args.count === 0) return seen;
    for await (const document of build(ctx, args.read)) {
      seen.push(document);
      if (seen.length === args.count) break;
    }
    return seen;
  },
});

/** Reads two streams in turn: neither must disturb the other. */
export const zip = query({
  args: { left: v.any(), right: v.any() },
  handler: async (ctx, args) => {
    const left = build(ctx, args.left)[Symbol.asyncIterator]();
    const right = build(ctx, args.right)[Symbol.asyncIterator]();
    const pairs: Value[] = [];
    for (;;) {
      const [a, b] = [await left.next(), await right.next()];
      if (a.done === true || b.done === true) return pairs;
      pairs.push([a.value, b.value]);
    }
  },
});

export const pageTwice = query({
  args: {},
  handler: async (ctx) => {
    const options = { numItems: 1, cursor: null };
    await build(ctx, { table: "things" }).paginate(options);
    await build(ctx, { table: "things" }).paginate(options);
  },
});

/** Deletes documents while it reads them. The loop sees every document once. */
export const drain = mutation({
  args: { read: v.any() },
  handler: async (ctx, args) => {
    let drained = 0;
    for await (const document of build(ctx, args.read)) {
      await ctx.db.delete((document as { _id: never })._id);
      drained += 1;
    }
    return drained;
  },
});
