import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { isTimeZone } from "../lib/timeZones";
import { budgetActions, budgetPeriods, budgetScopes } from "./values";

export const list = pageOnly;

const scope = () =>
  z.strictObject({ type: z.enum(budgetScopes), id: z.optional(z.nullable(z.string())) }).check(
    z.refine(({ type, id }) => (type === "project") === (id == null), {
      path: ["id"],
      error: "must be that of what the budget is for, and none for the whole project",
    }),
  );
const limitUsd = () => z.number().check(z.minimum(0.000001), z.maximum(1_000_000_000));
const timezone = () =>
  z.string().check(z.maxLength(100), z.refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin"));
const warnAt = () =>
  z.array(z.number().check(z.gt(0), z.lt(1))).check(
    z.maxLength(5),
    z.refine((fractions) => new Set(fractions).size === fractions.length, "must have each fraction once"),
  );

export const create = () =>
  z.strictObject({
    name: trimmedText(200),
    scope: scope(),
    limitUsd: limitUsd(),
    period: z.enum(budgetPeriods),
    timezone: z.optional(z.nullable(timezone())),
    warnAt: z.optional(z.nullable(warnAt())),
    action: z.optional(z.nullable(z.enum(budgetActions))),
  });

/** Only the given fields change. Another scope, period or time zone begins a new period, in which nothing is spent. */
export const update = () =>
  z.strictObject({
    name: z.optional(trimmedText(200)),
    scope: z.optional(scope()),
    limitUsd: z.optional(limitUsd()),
    period: z.optional(z.enum(budgetPeriods)),
    timezone: z.optional(timezone()),
    warnAt: z.optional(warnAt()),
    action: z.optional(z.enum(budgetActions)),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
export type ScopeRequest = z.infer<ReturnType<typeof scope>>;
