import { internal } from "../_generated/api";
import { act, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.jobs;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  act(
    "job.claim",
    async () => (await requests()).claim(),
    async (ctx, call) => (await import("./waiting")).claimInTime(ctx, call),
  ),
  tell("job.heartbeat", async () => (await requests()).heartbeat(), callbacks.heartbeat),
  tell("job.complete", async () => (await requests()).complete(), callbacks.complete),
  tell("job.fail", async () => (await requests()).fail(), callbacks.fail),
];
