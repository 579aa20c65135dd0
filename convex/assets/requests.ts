// The parts that requests about contexts, skills, commands and scripts have in common.
import * as z from "zod/mini";
import { bytesAtMost, trimmedText } from "../lib/fields";

/** With the other fields of a version, this stays below the mebibyte that a document may have. */
const maxContentBytes = 900_000;
const tooLarge = "must not be larger than 900 kB";

export const name = () => trimmedText(100);

const description = () => z.nullable(z.string().check(z.maxLength(2000)));

export const text = () => z.string().check(z.minLength(1), bytesAtMost(maxContentBytes));

export const creation = () => ({ name: name(), description: z.optional(description()) });

/** The fields of a request that changes an asset. Fields that it leaves out do not change. */
export const changes = () => ({ name: z.optional(name()), description: z.optional(description()) });

/** A request to activate a version, which it names by its number. */
export const activation = () => z.strictObject({ version: z.int().check(z.minimum(1)) });

const file = () =>
  z.strictObject({
    name: z
      .string()
      .check(z.minLength(1), z.maxLength(255), z.refine(isRelativePath, "must be a relative path without . and ..")),
    content: z.string(),
  });

export const files = () =>
  z
    .array(file())
    .check(z.minLength(1), z.maxLength(100), z.superRefine(requireUniqueNames), z.refine(requireTotalSize, tooLarge));

function isRelativePath(path: string): boolean {
  const isEach = (segment: string) => segment !== "" && segment !== "." && segment !== "..";
  // On some systems a backslash separates folders.
  return path.split("/").every(isEach) && !/[\\\p{Cc}]/u.test(path);
}

function requireUniqueNames(given: { name: string }[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { name: path }] of given.entries()) {
    if (seen.has(path))
      context.addIssue({
        code: "custom",
        path: [index, "name"],
        message: "must differ from the paths of the other files",
      });
    seen.add(path);
  }
}

function requireTotalSize(given: { content: string }[]): boolean {
  return given.reduce((sum, { content }) => sum + bytesOf(content), 0) <= maxContentBytes;
}

function bytesOf(content: string): number {
  return new TextEncoder().encode(content).length;
}

// The schemas of the runner's requests about contexts, skills, commands and scripts.

/** `after` is the name of the last asset of the earlier answer, when not all fitted into one answer. */
export const listActive = () => z.strictObject({ projectId: z.string(), after: z.optional(z.string()) });
export type ListActiveRequest = z.infer<ReturnType<typeof listActive>>;
