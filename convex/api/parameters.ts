// What requests for lists may say.
import * as z from "zod/mini";

const limitMax = 100;

/** `limit` and `cursor` of a list; the limits of requests are texts. */
export const pageParameters = () => z.strictObject({ limit: z.optional(limit()), cursor: z.optional(cursor()) });

const limit = () =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,9}$/, `must be an integer from 1 to ${limitMax}`)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(limitMax))),
  );

const cursor = () => z.string().check(z.minLength(1));
