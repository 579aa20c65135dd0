import * as z from "zod/mini";
import { nonEmptyText } from "../api/parameters";
import { bulkIds } from "../lib/fields";
import { instant } from "../lib/instants";
import { runLabel } from "../runs/fields";
import { runSources, runStatuses } from "../runs/status";
import { bulkActionNames } from "./status";

const status = () => z.enum(runStatuses);

/** The runs of the project that match all that is given, or those that are named. */
const filter = () =>
  z
    .strictObject({
      status: z.optional(z.union([status(), z.array(status()).check(z.minLength(1), z.maxLength(runStatuses.length))])),
      workflowId: z.optional(nonEmptyText()),
      source: z.optional(z.enum(runSources)),
      label: z.optional(runLabel()),
      createdAfter: z.optional(instant()),
      createdBefore: z.optional(instant()),
      runIds: z.optional(bulkIds()),
    })
    .check(
      z.refine((given) => Object.keys(given).length > 0, "must name at least one condition"),
      z.refine(
        ({ runIds, ...others }) => runIds === undefined || Object.keys(others).length === 0,
        "must have either runIds or conditions",
      ),
    );

export const start = () => z.strictObject({ action: z.enum(bulkActionNames), filter: filter() });

export const one = () => z.strictObject({ id: z.string() });

export type StartRequest = z.infer<ReturnType<typeof start>>;
