// What requests for the events of runs may say.
import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { integerText, someText } from "../api/parameters";

const seq = () => integerText(0, 999_999_999_999_999);

/** A cursor of this list is the `seq` of the last event that was shown, as `after` is; `wait` is in seconds. */
export const list = () =>
  z.strictObject({
    id: someText(),
    limit: z.optional(integerText(1, pageBounds.runs.max)),
    after: z.optional(seq()),
    cursor: z.optional(seq()),
    wait: z.optional(integerText(0, 25)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

/** Of those who wait for what comes after an event. */
export type FurtherRequest = Pick<ListRequest, "id"> & { after: number; limit: number };
