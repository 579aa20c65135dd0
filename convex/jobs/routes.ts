import { internal } from "../_generated/api";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.jobs;
const requests = () => import("./requests");
const { act, tell } = operationsOf(requests);

export const operations: Operation[] = [
  act("job.claim", "claim", async (...call) => (await import("./waiting")).claimInTime(...call)),
  tell("job.heartbeat", "heartbeat", callbacks.heartbeat),
  tell("job.complete", "complete", callbacks.complete),
  tell("job.fail", "fail", callbacks.fail),
  tell("job.defer", "defer", callbacks.defer),
];
