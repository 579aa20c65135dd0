import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { changes, creation, text } from "../assets/requests";

export const list = pageOnly;
export const versions = pageOnly;

/** When there is content, version 1 is published. */
export const create = () => z.strictObject({ ...creation(), content: z.optional(z.nullable(text())) });

/** When there is content, a new version is published. */
export const update = () => z.strictObject({ ...changes(), content: z.optional(text()) });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
