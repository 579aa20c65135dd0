// The functions of the test app that clients call, with their types.
import { makeFunctionReference, type PaginationOptions, type PaginationResult } from "convex/server";
import type { Value } from "convex/values";
import type { Failure } from "../app/convex/calls";

export type Change =
  | { kind: "insert"; value: number }
  | { kind: "remove"; value: number }
  | { kind: "move"; value: number; to: number };

export interface Row extends Record<string, Value> {
  value: number;
}

type Query<Args extends Record<string, Value>, Returned> = ReturnType<
  typeof makeFunctionReference<"query", Args, Returned>
>;
const query = <Args extends Record<string, Value>, Returned>(name: string): Query<Args, Returned> =>
  makeFunctionReference<"query", Args, Returned>(name);
const mutation = <Args extends Record<string, Value>, Returned>(name: string) =>
  makeFunctionReference<"mutation", Args, Returned>(name);
const action = <Args extends Record<string, Value>, Returned>(name: string) =>
  makeFunctionReference<"action", Args, Returned>(name);

/** Logs in the engine that it ran. */
export const watched = query<{ value: string }, string[]>("live:watched");
export const large = query<{ name: string; size: number }, string>("live:large");
export const wait = action<{ ms: number }, number>("live:wait");
export const insert = mutation<{ table: string; value: Record<string, Value> }, string>("documents:insert");
export const increment = mutation<{ name: string }, number>("crash:increment");
export const counter = query<{ name: string }, number>("lists:counter");
export const sum = query<{ group: string }, number>("lists:sum");
export const transfer = mutation<{ name: string; amount: number }, null>("lists:transfer");
export const all = query<{ group: string }, number[]>("lists:all");
export const apply = mutation<{ group: string; changes: Change[] }, null>("lists:apply");
export const failLate = mutation<{ group: string; value: number }, null>("lists:failLate");
export const noneNegative = query<{ group: string }, string>("lists:noneNegative");
export const countOnce = mutation<{ name: string; id: string }, number>("lists:countOnce");
export const ids = query<{ name: string }, string[]>("lists:ids");
export const failQuery = query<{ failure: Failure }, null>("calls:failQuery");
export const failMutation = mutation<{ failure: Failure }, null>("calls:failMutation");
export const failAction = action<{ failure: Failure }, null>("calls:failAction");
export const echoQuery = query<{ value: Value }, Value>("calls:echoQuery");
export const echoMutation = mutation<{ value: Value }, Value>("calls:echoMutation");
export const echoAction = action<{ value: Value }, Value>("calls:echoAction");
export const environmentVariable = query<Record<string, never>, string | null>("about:environmentVariable");
export const me = query<Record<string, never>, { subject: string } | null>("people:me");
export const meInMutation = mutation<Record<string, never>, { subject: string } | null>("people:meInMutation");
export const parallelIncrements = action<{ name: string; times: number }, null>("calls:parallelIncrements");
export const askLater = mutation<{ label: string }, string>("people:askLater");
export const thingsLabelled = query<{ label: string }, object | null>("people:left");
export const page = makeFunctionReference<
  "query",
  { group: string; paginationOpts: PaginationOptions },
  PaginationResult<Row>
>("lists:page");
export const pageOfChosen = makeFunctionReference<
  "query",
  { chooser: string; paginationOpts: PaginationOptions },
  PaginationResult<Row>
>("lists:pageOfChosen");
