import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { instantText } from "../lib/instants";

/** `actor` and `subject` are ids. `from` and `to` belong to the span. */
export const list = () =>
  z
    .strictObject({
      ...pageParameters(),
      actor: z.optional(nonEmptyText()),
      action: z.optional(nonEmptyText()),
      subject: z.optional(nonEmptyText()),
      from: z.optional(instantText()),
      to: z.optional(instantText()),
    })
    .check(
      z.superRefine(({ from, to }, context) => {
        if (from !== undefined && to !== undefined && to < from)
          context.addIssue({ code: "custom", path: ["to"], message: "must not be before from" });
      }),
    );
