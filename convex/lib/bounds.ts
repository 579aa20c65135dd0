// Limits on values in requests that cannot be expressed as a number of characters in one text.
import * as z from "zod/mini";
import { faultOfJson, jsonBounds, type JsonFault } from "./plainJson";

/** The text has at most `most` bytes in UTF-8. */
export const bytesAtMost = (most: number) =>
  z.refine<string>((text) => new TextEncoder().encode(text).length <= most, `must have at most ${most} bytes`);

/** The value has at most `most` characters when it is written as JSON. */
export const jsonAtMost = (most: number) =>
  z.refine((value: unknown) => JSON.stringify(value).length <= most, `must have at most ${most} characters as JSON`);

const without = (fault: JsonFault, message: string) =>
  z.refine((value: unknown) => faultOfJson(value) !== fault, message);

/** Checks for JSON of any shape: the platform must be able to pass the value from one function to another. */
export const plainJson = () => [
  without("levels", `must be nested at most ${jsonBounds.levels} levels deep`),
  without("elements", `must have at most ${jsonBounds.elements} elements in a list`),
  without("fields", `must have at most ${jsonBounds.fields} fields in an object`),
  without("names", "the names of fields must be in ASCII, of 1 to 1024 characters, and not begin with $"),
];
