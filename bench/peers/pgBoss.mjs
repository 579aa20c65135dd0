// pg-boss, whose jobs are fetched and completed one at a time.
import PgBoss from "pg-boss";
import { serve } from "./serve.mjs";

const queue = "runs";
const boss = new PgBoss(process.env.DATABASE_URL);
boss.on("error", (error) => console.error(error));
await boss.start();
await boss.createQueue(queue);

await serve({
  start: (run) => boss.send(queue, run),
  claim: async () => {
    const [job] = await boss.fetch(queue);
    return job === undefined ? null : { jobId: job.id, runId: job.id, ...job.data };
  },
  complete: ({ jobId }) => boss.complete(queue, jobId),
  close: () => boss.stop({ graceful: false }),
});
