// What requests for lists may say.
import * as z from "zod/mini";
import { hasWords, searchLengthMax, wordsRule } from "../lib/searchText";
import type { PageBounds } from "./pagination";

/** `limit` and `cursor` of a list, to be spread into the strict object of its parameters. */
export const pageParameters = ({ max }: Pick<PageBounds, "max"> = { max: 100 }) => ({
  limit: z.optional(integerText(1, max)),
  cursor: z.optional(z.string().check(z.minLength(1))),
});

/** The parameters of a list without filters. */
export const onlyPage = () => z.strictObject(pageParameters());

/** The parameters of requests are texts. */
export const integerText = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,15}$/, `must be an integer from ${least} to ${most}`)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least), z.maximum(most))),
  );

/** Words to find: any of them, the last also as the beginning of one. What is beyond the sixteenth is left out. */
export const searchWords = () =>
  z.string().check(z.trim(), z.maxLength(searchLengthMax), z.refine(hasWords, wordsRule));

/** An id or another name for which any text will do: what it names is looked up. */
export const someText = () => z.string().check(z.minLength(1));
