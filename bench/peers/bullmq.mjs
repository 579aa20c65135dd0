// BullMQ on Redis, whose jobs are claimed and completed by hand, as its documents describe.
import { Queue, Worker } from "bullmq";
import Redis from "ioredis";
import { serve } from "./serve.mjs";

const connection = new Redis(process.env.DATABASE_URL, { maxRetriesPerRequest: null });
const queue = new Queue("runs", { connection });
const worker = new Worker("runs", null, { connection, autorun: false });
const claimed = new Map();

await serve({
  start: async (run) => (await queue.add("run", run)).id,
  claim: async ({ runnerId }) => {
    const job = await worker.getNextJob(runnerId, { block: false });
    if (job === undefined) return null;
    claimed.set(job.id, job);
    return { jobId: job.id, runId: job.id, ...job.data };
  },
  complete: async ({ jobId, runnerId }) => {
    await claimed.get(jobId).moveToCompleted("done", runnerId, false);
    claimed.delete(jobId);
  },
  close: () => connection.disconnect(),
});
