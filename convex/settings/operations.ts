import { internal } from "../_generated/api";
import { askAndFinish } from "../callback/rows";
import type { Operation } from "../callback/rows";

export const operations: Operation[] = [
  askAndFinish(
    "settings.get",
    async () => (await import("./callbackRequests")).get(),
    internal.settings.callbacks.get,
    async (sealed) => (await import("./reveal")).revealSettings(sealed),
  ),
];
