import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { integerParameter, nonEmptyText } from "../api/parameters";

const seq = () => integerParameter(0, 999_999_999_999_999);

/** `cursor` and `after` both are the `seq` of the last event that the client has. `wait` is in seconds. */
export const list = () =>
  z.strictObject({
    id: nonEmptyText(),
    limit: z.optional(integerParameter(1, pageBounds.runs.max)),
    after: z.optional(seq()),
    cursor: z.optional(seq()),
    wait: z.optional(integerParameter(0, 25)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

/** The input of the query that a waiting client repeats. */
export type FurtherRequest = Pick<ListRequest, "id"> & { after: number; limit: number };
