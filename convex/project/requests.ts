import * as z from "zod/mini";
import { isSlug, maxNameLength, slugRule } from "./naming";
import { gitRepoUrl, trimmedText } from "../lib/fields";

/** Without `slug` it is built from the name. */
export const create = () =>
  z.strictObject({
    name: trimmedText(maxNameLength),
    slug: z.optional(z.string().check(z.refine(isSlug, { error: slugRule }))),
    gitRepoUrl: z.optional(gitRepoUrl()),
  });

/** Only the given fields change. `gitRepoUrl: null` removes the address. */
export const update = () =>
  z.strictObject({
    name: z.optional(trimmedText(maxNameLength)),
    slug: z.optional(z.string().check(z.refine(isSlug, { error: slugRule }))),
    gitRepoUrl: z.optional(z.nullable(gitRepoUrl())),
  });

export type ProjectCreation = z.infer<ReturnType<typeof create>>;
export type ProjectUpdate = z.infer<ReturnType<typeof update>>;
