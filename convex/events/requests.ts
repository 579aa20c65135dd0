import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { integerParameter, nonEmptyText } from "../api/parameters";
import { isEventPattern } from "./types";

const maxPatterns = 50;

const rule = "must be types of events such as run.failed, or run.* for several, or *, separated by commas";

const patternsIn = (text: string) => text.split(",").map((part) => part.trim());

const arePatterns = (text: string) => patternsIn(text).length <= maxPatterns && patternsIn(text).every(isEventPattern);

const types = () => z.pipe(z.string().check(z.refine(arePatterns, rule)), z.transform(patternsIn));

/** `wait` is in seconds. */
export const list = () =>
  z.strictObject({
    after: z.optional(nonEmptyText()),
    limit: z.optional(integerParameter(1, pageBounds.runs.max)),
    types: z.optional(types()),
    wait: z.optional(integerParameter(0, 25)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

/** The input of the query that a waiting client repeats. 0 is the beginning of the feed. */
export type FurtherRequest = Pick<ListRequest, "types"> & { after: string | 0; limit: number };
