import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.learnings;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  tell(
    "learning.dispatchExtraction",
    async () => (await requests()).dispatchExtraction(),
    callbacks.dispatchExtraction,
  ),
  tell("learning.store", async () => (await requests()).store(), callbacks.store),
  tell("learning.bulkStore", async () => (await requests()).bulkStore(), callbacks.bulkStore),
  ask("learning.getCompiled", async () => (await requests()).getCompiled(), callbacks.getCompiled),
];
