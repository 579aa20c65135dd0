// What the job runner may say about sprint chains.
import * as z from "zod/mini";
import { chainStatuses } from "./status";

const prUrl = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));

export const get = () => z.strictObject({ chainId: z.string() });

export const updateStatus = () => z.strictObject({ chainId: z.string(), status: z.enum(chainStatuses) });

export const updatePr = () =>
  z.strictObject({ chainId: z.string(), prUrl: prUrl(), sprintIndex: z.int().check(z.minimum(0)) });

export type UpdatePrRequest = z.infer<ReturnType<typeof updatePr>>;
