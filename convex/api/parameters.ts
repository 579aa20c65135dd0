// The parameters that requests for lists may have.
import * as z from "zod/mini";
import { hasWords, maxSearchLength, wordsRule } from "../lib/searchText";
import { isCursorShaped } from "./cursorShape";
import type { PageBounds } from "./pagination";

/** The fields `limit` and `cursor`. A list spreads them into the strict object of its parameters. */
export const pageParameters = ({ max }: Pick<PageBounds, "max"> = { max: 100 }) => ({
  limit: z.optional(integerParameter(1, max)),
  cursor: z.optional(
    z.string().check(z.minLength(1), z.refine(isCursorShaped, "does not belong to this list with these filters")),
  ),
});

export const pageOnly = () => z.strictObject(pageParameters());

/** An integer in a query string, where every parameter is a text. */
export const integerParameter = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,15}$/, `must be an integer from ${least} to ${most}`)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least), z.maximum(most))),
  );

/** A row matches when it has any word. The last word may be incomplete, and words after the sixteenth are ignored. */
export const searchParameter = () =>
  z.string().check(z.trim(), z.maxLength(maxSearchLength), z.refine(hasWords, wordsRule));

/** An id or a name. Any text is accepted here, since the handler looks up what it names. */
export const nonEmptyText = () => z.string().check(z.minLength(1));
