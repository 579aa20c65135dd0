// What the job runner may say about work chains.
import * as z from "zod/mini";
import { chainStatuses } from "../sprintChains/status";

export const get = () => z.strictObject({ chainId: z.string() });

export const updateStatus = () => z.strictObject({ chainId: z.string(), status: z.enum(chainStatuses) });
