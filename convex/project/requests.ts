// The schemas of requests to the project's endpoints.
import * as z from "zod/mini";
import { isSlug, nameLengthMax, slugRule } from "./naming";
import { gitRepoUrlLengthMax } from "../lib/lengths";
import { trimmedText } from "../lib/trimmedText";

/** Only the given fields change. `gitRepoUrl: null` removes the address. */
export const update = () =>
  z.strictObject({
    name: z.optional(trimmedText(nameLengthMax)),
    slug: z.optional(z.string().check(z.refine(isSlug, { error: slugRule }))),
    gitRepoUrl: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(gitRepoUrlLengthMax)))),
  });

export type ProjectUpdate = z.infer<ReturnType<typeof update>>;
