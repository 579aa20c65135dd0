import * as z from "zod/mini";
import { pageParameters } from "../api/parameters";
import { service } from "../usage/requests";
import { groupings } from "../usage/sums";
import { outcomeGroupings } from "./outcomeValues";
import { dateRule, isInOrder, orderRule } from "../lib/periods";

const date = () => z.union([z.iso.date(), z.iso.datetime({ offset: true })], dateRule);

const period = () => ({ startDate: z.optional(date()), endDate: z.optional(date()) });

const order = { path: ["startDate"], error: orderRule };

/** With `groupBy` the answer has sums instead of records. They come in one piece, so a cursor cannot continue them. */
export const usage = () =>
  z
    .strictObject({
      ...pageParameters(),
      ...period(),
      service: z.optional(service()),
      groupBy: z.optional(z.enum(groupings)),
    })
    .check(
      z.refine(isInOrder, order),
      z.refine(isOfRecords("service"), { path: ["service"], error: recordsRule }),
      z.refine(isOfRecords("cursor"), { path: ["cursor"], error: recordsRule }),
    );

const recordsRule = "cannot be combined with groupBy";

type RecordsField = "service" | "cursor";

function isOfRecords(field: RecordsField) {
  return (asked: { groupBy?: unknown } & { [Name in RecordsField]?: unknown }) =>
    asked.groupBy === undefined || asked[field] === undefined;
}

export const dailyStats = () => z.strictObject({ ...pageParameters(), ...period() }).check(z.refine(isInOrder, order));

export const outcomes = () =>
  z.strictObject({ ...period(), groupBy: z.optional(z.enum(outcomeGroupings)) }).check(z.refine(isInOrder, order));

export type OutcomesRequest = z.infer<ReturnType<typeof outcomes>>;
export type UsageRequest = z.infer<ReturnType<typeof usage>>;
export type DaysRequest = z.infer<ReturnType<typeof dailyStats>>;
