// What requests about contexts, skills, commands and scripts have in common.
import * as z from "zod/mini";
import { bytesAtMost } from "../lib/bounds";
import { trimmedText } from "../lib/trimmedText";

/** Together with what else a version has, within the mebibyte that a document may have. */
const contentBytesMax = 900_000;
const tooLarge = "must not be larger than 900 kB";

export const name = () => trimmedText(100);

const description = () => z.nullable(z.string().check(z.maxLength(2000)));

/** Of a version. */
export const text = () => z.string().check(z.minLength(1), bytesAtMost(contentBytesMax));

/** Fields of a request that creates one. */
export const creation = () => ({ name: name(), description: z.optional(description()) });

/** Fields of a request that changes one: only what is given changes. */
export const changes = () => ({ name: z.optional(name()), description: z.optional(description()) });

/** By its number. */
export const activation = () => z.strictObject({ version: z.int().check(z.minimum(1)) });

const file = () =>
  z.strictObject({
    name: z
      .string()
      .check(z.minLength(1), z.maxLength(255), z.refine(isRelativePath, "must be a relative path without . and ..")),
    content: z.string(),
  });

/** All files of a skill. */
export const files = () =>
  z
    .array(file())
    .check(z.minLength(1), z.maxLength(100), z.superRefine(refuseDoubles), z.refine(fitTogether, tooLarge));

function isRelativePath(path: string): boolean {
  const isEach = (segment: string) => segment !== "" && segment !== "." && segment !== "..";
  // A backslash separates folders on some machines.
  return path.split("/").every(isEach) && !/[\\\p{Cc}]/u.test(path);
}

function refuseDoubles(given: { name: string }[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { name: path }] of given.entries()) {
    if (seen.has(path)) context.addIssue({ code: "custom", path: [index, "name"], message: "is another file's, too" });
    seen.add(path);
  }
}

function fitTogether(given: { content: string }[]): boolean {
  return given.reduce((sum, { content }) => sum + bytesOf(content), 0) <= contentBytesMax;
}

function bytesOf(content: string): number {
  return new TextEncoder().encode(content).length;
}

// What the job runner may say about contexts, skills, commands and scripts.

/** `after`: the name of the last one that is known, where not all fitted at once. */
export const listActive = () => z.strictObject({ projectId: z.string(), after: z.optional(z.string()) });
export type ListActiveRequest = z.infer<ReturnType<typeof listActive>>;
