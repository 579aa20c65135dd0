import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { hookKinds } from "./schema";

export const list = pageOnly;

export const create = () => z.strictObject({ kind: z.enum(hookKinds) });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
