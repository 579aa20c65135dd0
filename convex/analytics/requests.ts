import * as z from "zod/mini";
import { pageParameters } from "../api/parameters";
import { service } from "../usage/requests";
import { dateRule, isInOrder, orderRule } from "../lib/periods";

const date = () => z.union([z.iso.date(), z.iso.datetime({ offset: true })], dateRule);

const period = () => ({ startDate: z.optional(date()), endDate: z.optional(date()) });

const order = { path: ["startDate"], error: orderRule };

export const usage = () =>
  z
    .strictObject({ ...pageParameters(), ...period(), service: z.optional(service()) })
    .check(z.refine(isInOrder, order));

export const dailyStats = () => z.strictObject({ ...pageParameters(), ...period() }).check(z.refine(isInOrder, order));

export type UsageRequest = z.infer<ReturnType<typeof usage>>;
export type DaysRequest = z.infer<ReturnType<typeof dailyStats>>;
