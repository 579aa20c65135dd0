import * as z from "zod/mini";

/** All runners of the last ten minutes are one page. */
export const list = () => z.strictObject({});
