import { internal } from "../_generated/api";
import { tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.jobs;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  tell("job.claim", async () => (await requests()).claim(), callbacks.claim),
  tell("job.heartbeat", async () => (await requests()).heartbeat(), callbacks.heartbeat),
  tell("job.complete", async () => (await requests()).complete(), callbacks.complete),
  tell("job.fail", async () => (await requests()).fail(), callbacks.fail),
];
