import * as z from "zod/mini";
import { isSlug, maxNameLength, slugRule } from "./naming";
import { maxGitRepoUrlLength } from "../lib/sharedValues";
import { trimmedText } from "../lib/fields";

/** Only the given fields change. `gitRepoUrl: null` removes the address. */
export const update = () =>
  z.strictObject({
    name: z.optional(trimmedText(maxNameLength)),
    slug: z.optional(z.string().check(z.refine(isSlug, { error: slugRule }))),
    gitRepoUrl: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(maxGitRepoUrlLength)))),
  });

export type ProjectUpdate = z.infer<ReturnType<typeof update>>;
