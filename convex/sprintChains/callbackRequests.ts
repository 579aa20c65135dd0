// What the job runner may say about sprint chains.
import * as z from "zod/mini";
import { webAddress } from "../lib/webAddresses";
import { chainStatuses } from "./status";

export const get = () => z.strictObject({ chainId: z.string() });

export const updateStatus = () => z.strictObject({ chainId: z.string(), status: z.enum(chainStatuses) });

export const updatePr = () =>
  z.strictObject({ chainId: z.string(), prUrl: webAddress(), sprintIndex: z.int().check(z.minimum(0)) });

export type UpdatePrRequest = z.infer<ReturnType<typeof updatePr>>;
