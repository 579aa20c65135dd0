// Fields and limits that the schemas of several domains share.
import * as z from "zod/mini";
import { findAddressProblem } from "./repositoryAddress";
import { maxGitRepoUrlLength } from "./sharedValues";
import { findJsonError, jsonBounds } from "./plainJson";
import type { JsonError } from "./plainJson";

export const bytesAtMost = (most: number) =>
  z.refine<string>((text) => new TextEncoder().encode(text).length <= most, `must have at most ${most} bytes`);

/** The value has at most `most` characters when it is written as JSON. */
export const jsonAtMost = (most: number) =>
  z.refine((value: unknown) => JSON.stringify(value).length <= most, `must have at most ${most} characters as JSON`);

/** The value has at most `most` bytes when it is written as JSON. */
export const jsonBytesAtMost = (most: number) =>
  z.refine(
    (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length <= most,
    `must have at most ${most} bytes as JSON`,
  );

/** What a request learns about a value that the platform cannot pass from one function to another. */
export const jsonErrorMessages: Record<JsonError, string> = {
  levels: `must be nested at most ${jsonBounds.levels} levels deep`,
  elements: `must have at most ${jsonBounds.elements} elements in a list`,
  fields: `must have at most ${jsonBounds.fields} fields in an object`,
  names: "must have names of fields in ASCII, of 1 to 1024 characters, which do not begin with $",
};

const without = (error: JsonError) =>
  z.refine((value: unknown) => findJsonError(value) !== error, jsonErrorMessages[error]);

/** Checks for JSON of any shape: the platform must be able to pass the value from one function to another. */
export const plainJson = () => [without("levels"), without("elements"), without("fields"), without("names")];

/** A text that a person has written: white space around it is removed, and it must not be empty. */
export const trimmedText = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength));

/** The address of a repository, or the path of its folder on a runner's machine. */
export const gitRepoUrl = () =>
  trimmedText(maxGitRepoUrlLength).check(
    z.superRefine((address, context) => {
      const problem = findAddressProblem(address);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
  );

/**
 * A link that people open. Only http and https are safe: a browser would run an address such as `javascript:`. A name
 * and password are removed, because everybody who reads would see them.
 */
export const webAddress = () =>
  z.url({ protocol: /^https?$/ }).check(
    z.maxLength(2000),
    z.overwrite((address) => address.replace(/^(\s*https?:\/\/)[^/?#]*@/i, "$1")),
  );

/** The ids in a request about many documents. An id may occur twice: `getManyOwn` returns its document once. */
export const bulkIds = () => z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(100));
