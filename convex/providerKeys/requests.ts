import * as z from "zod/mini";
import { onlyPage } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { isProvider, providerRule } from "./model";

export const list = onlyPage;

const provider = () => z.string().check(z.refine(isProvider, { error: providerRule }));

export const set = () => z.strictObject({ provider: provider(), key: trimmedText(10_000) });

export const remove = () => z.strictObject({ provider: provider() });

export type SetRequest = z.infer<ReturnType<typeof set>>;
export type RemoveRequest = z.infer<ReturnType<typeof remove>>;

// The schema of the job runner's operation on keys.

export const get = () => z.strictObject({ projectId: z.string(), keyType: provider() });
