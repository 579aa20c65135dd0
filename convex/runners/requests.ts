import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { instant } from "../lib/instants";

export const list = pageOnly;

const count = (most: number) => z.int().check(z.minimum(0), z.maximum(most));

/** Names are shown in lines of their own. */
const word = (maxLength: number) =>
  trimmedText(maxLength).check(z.refine((text) => !/\p{Cc}/u.test(text), "must not have control characters"));

const agent = () =>
  z.strictObject({
    name: word(64),
    kind: word(40),
    /** What stands between the agent and the machine, such as `bubblewrap` or `none`. */
    isolation: word(40),
    /** Why the agent cannot start. */
    problem: z.optional(z.nullable(trimmedText(500))),
  });

/** What a runner says about itself. */
export const report = () =>
  z.strictObject({
    runnerId: trimmedText(200),
    name: word(100),
    version: word(40),
    protocol: z.int().check(z.minimum(1), z.maximum(1000)),
    agents: z.array(agent()).check(z.maxLength(50)),
    /** `waiting` are the jobs that wait for people and have no place. */
    places: z.strictObject({ total: count(10_000), free: count(10_000), waiting: count(10_000) }),
    freeDiskMb: count(1_000_000_000_000),
    lastError: z.optional(z.nullable(z.strictObject({ text: trimmedText(500), at: instant() }))),
  });

export type ReportRequest = z.infer<ReturnType<typeof report>>;
