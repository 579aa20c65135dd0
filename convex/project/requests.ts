import * as z from "zod/mini";
import { isSlug, maxNameLength, slugRule } from "./naming";
import { gitRepoUrl, trimmedText } from "../lib/fields";

/** Only the given fields change. `gitRepoUrl: null` removes the address. */
export const update = () =>
  z.strictObject({
    name: z.optional(trimmedText(maxNameLength)),
    slug: z.optional(z.string().check(z.refine(isSlug, { error: slugRule }))),
    gitRepoUrl: z.optional(z.nullable(gitRepoUrl())),
  });

export type ProjectUpdate = z.infer<ReturnType<typeof update>>;
