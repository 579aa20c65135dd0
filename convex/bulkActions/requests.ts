import * as z from "zod/mini";
import { nonEmptyText } from "../api/parameters";
import { bulkIds } from "../lib/fields";
import { instant } from "../lib/instants";
import { runLabel } from "../runs/fields";
import { runSources, runStatuses } from "../runs/status";
import { bulkActionNames } from "./status";

const status = () => z.enum(runStatuses);
const statuses = () => z.array(status()).check(z.minLength(1), z.maxLength(runStatuses.length));

/** The runs of the project that match all that is given, or those that are named. */
const filter = () =>
  z
    .strictObject({
      status: z.optional(z.nullable(z.union([status(), statuses()]))),
      workflowId: z.optional(z.nullable(nonEmptyText())),
      source: z.optional(z.nullable(z.enum(runSources))),
      label: z.optional(z.nullable(runLabel())),
      createdAfter: z.optional(z.nullable(instant())),
      createdBefore: z.optional(z.nullable(instant())),
      runIds: z.optional(z.nullable(bulkIds())),
    })
    .check(
      z.refine((given) => !isEmpty(given), "must name at least one condition"),
      z.refine(({ runIds, ...others }) => runIds == null || isEmpty(others), "must have either runIds or conditions"),
    );

const isEmpty = (given: object) => Object.values(given).every((value) => value == null);

export const start = () => z.strictObject({ action: z.enum(bulkActionNames), filter: filter() });

export const one = () => z.strictObject({ id: z.string() });

export type StartRequest = z.infer<ReturnType<typeof start>>;
