import * as z from "zod/mini";
import { pageOnly, pageParameters } from "../api/parameters";
import { trashTypes } from "../lib/trashTypes";

const type = () => z.enum(trashTypes);

export const listAll = pageOnly;

export const list = () => z.strictObject({ ...pageParameters(), type: z.optional(type()) });

export const named = () => z.strictObject({ entityType: type(), entityId: z.string() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type NamedRequest = z.infer<ReturnType<typeof named>>;
