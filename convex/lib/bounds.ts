// Bounds of what requests may bring, where a number of characters of one text is not what counts.
import * as z from "zod/mini";
import { faultOfJson, jsonBounds, type JsonFault } from "./plainJson";

/** In UTF-8. */
export const bytesAtMost = (most: number) =>
  z.refine<string>((text) => new TextEncoder().encode(text).length <= most, `must have at most ${most} bytes`);

/** As JSON, in characters. */
export const jsonAtMost = (most: number) =>
  z.refine((value: unknown) => JSON.stringify(value).length <= most, `must have at most ${most} characters as JSON`);

const without = (fault: JsonFault, message: string) =>
  z.refine((value: unknown) => faultOfJson(value) !== fault, message);

/** Of JSON whose shape is its author's: what the platform can hand on. */
export const plainJson = () => [
  without("levels", `must be nested at most ${jsonBounds.levels} levels deep`),
  without("elements", `must have at most ${jsonBounds.elements} elements in a list`),
  without("fields", `must have at most ${jsonBounds.fields} fields in an object`),
  without("names", "the names of fields must be in ASCII, of 1 to 1024 characters, and not begin with $"),
];
