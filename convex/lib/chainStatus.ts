// The states that sprint chains and work chains share. Pure.
import type { Infer } from "convex/values";
import { literals } from "./literals";

export const chainStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;

export const chainStatus = literals(chainStatuses);
export type ChainStatus = Infer<typeof chainStatus>;

/** Whether the chain is not over yet. An open chain can be cancelled; a chain that is over can be removed. */
export function isOpen(status: ChainStatus): boolean {
  return status === "pending" || status === "running";
}
