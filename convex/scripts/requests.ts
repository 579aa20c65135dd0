import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { scriptLanguages } from "../assets/kinds";
import { changes, creation, text } from "../assets/requests";

export const list = pageOnly;
export const versions = pageOnly;

/** The language of a script. All versions of the script share it. */
const language = () => z.enum(scriptLanguages);

/** A request with content also publishes version 1. */
export const create = () =>
  z.strictObject({ ...creation(), language: language(), content: z.optional(z.nullable(text())) });

export const update = () => z.strictObject({ ...changes(), language: z.optional(language()) });

export const publish = () => z.strictObject({ content: text() });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
