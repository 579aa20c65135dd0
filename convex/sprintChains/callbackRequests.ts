// What the job runner may say about sprint chains.
import * as z from "zod/mini";

/** Of chains of either kind. */
export const chainStatus = () => z.enum(["pending", "running", "completed", "failed", "cancelled"]);

const prUrl = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));

export const get = () => z.strictObject({ chainId: z.string() });

export const updateStatus = () => z.strictObject({ chainId: z.string(), status: chainStatus() });

export const updatePr = () =>
  z.strictObject({ chainId: z.string(), prUrl: prUrl(), sprintIndex: z.int().check(z.minimum(0)) });

export type UpdatePrRequest = z.infer<ReturnType<typeof updatePr>>;
