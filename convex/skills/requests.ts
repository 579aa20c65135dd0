import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { changes, creation, files } from "../assets/requests";

export const list = pageOnly;
export const versions = pageOnly;

/** A request with files also publishes version 1. */
export const create = () => z.strictObject({ ...creation(), files: z.optional(z.nullable(files())) });

export const update = () => z.strictObject(changes());

/** `files` holds all files of the new version. Files of an earlier version are not carried over. */
export const publish = () => z.strictObject({ files: files() });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
