import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { integerText, someText } from "../api/parameters";

const seq = () => integerText(0, 999_999_999_999_999);

/** `cursor` and `after` both are the `seq` of the last event that the client has. `wait` is in seconds. */
export const list = () =>
  z.strictObject({
    id: someText(),
    limit: z.optional(integerText(1, pageBounds.runs.max)),
    after: z.optional(seq()),
    cursor: z.optional(seq()),
    wait: z.optional(integerText(0, 25)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

/** The input of the query that a waiting client repeats. */
export type FurtherRequest = Pick<ListRequest, "id"> & { after: number; limit: number };
