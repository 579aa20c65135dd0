import { internal } from "../_generated/api";
import { askAndFinish } from "../callback/rows";
import type { Operation } from "../callback/rows";

const args = async () => (await import("./callbackRequests")).get();
const reveal = () => import("./reveal");

export const operations: Operation[] = [
  askAndFinish("keys.get", args, internal.providerKeys.callbacks.get, async (sealed) =>
    (await reveal()).revealKey(sealed),
  ),
  askAndFinish("keys.getWithFallback", args, internal.providerKeys.callbacks.get, async (sealed) =>
    (await reveal()).revealKeyWithFallback(sealed),
  ),
];
