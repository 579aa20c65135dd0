import { internal } from "../_generated/api";
import { operationBuilders } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.jobs;
const requests = () => import("./requests");
const { action, mutation } = operationBuilders(requests);

export const operations: Operation[] = [
  action("job.claim", "claim", async (...call) => (await import("./waitForClaim")).waitForClaim(...call)),
  mutation("job.heartbeat", "heartbeat", callbacks.heartbeat),
  mutation("job.complete", "complete", callbacks.complete),
  mutation("job.fail", "fail", callbacks.fail),
  mutation("job.defer", "defer", callbacks.defer),
];
