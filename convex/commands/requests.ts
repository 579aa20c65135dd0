import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { changes, creation, text } from "../assets/requests";

export const list = pageOnly;
export const versions = pageOnly;

/** Steps of workflows refer to a command by this name after a slash. */
const name = () =>
  z
    .string()
    .check(z.maxLength(64), z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"));

/** When there is content, version 1 is published. */
export const create = () => z.strictObject({ ...creation(), name: name(), content: z.optional(z.nullable(text())) });

export const update = () => z.strictObject({ ...changes(), name: z.optional(name()) });

export const publish = () => z.strictObject({ content: text() });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
