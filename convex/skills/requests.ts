// What requests to the endpoints of skills may say.
import * as z from "zod/mini";
import { onlyPage } from "../api/parameters";
import { changes, creation, files } from "../assets/requests";

export { listActive } from "../assets/requests";

export const list = onlyPage;
export const versions = onlyPage;

/** With files, version 1 is published. */
export const create = () => z.strictObject({ ...creation(), files: z.optional(z.nullable(files())) });

export const update = () => z.strictObject(changes());

/** All files of the new version, whatever an earlier one had. */
export const publish = () => z.strictObject({ files: files() });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
