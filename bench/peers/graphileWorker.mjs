// graphile-worker. Its jobs cannot be claimed over HTTP: its own workers run them, 16 at once.
import { makeWorkerUtils, Logger, run } from "graphile-worker";
import { serve } from "./serve.mjs";

const connectionString = process.env.DATABASE_URL;
const logger = new Logger(() => () => {});
const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
let waiting = 0;

async function start(payload) {
  const { id } = await utils.addJob("run", payload);
  waiting += 1;
  return String(id);
}

async function drain() {
  if (waiting === 0) return { done: 0, seconds: 0 };
  const count = waiting;
  const startedAt = performance.now();
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const done = async () => {
    waiting -= 1;
    if (waiting === 0) finish(performance.now());
  };
  const settings = { connectionString, logger, concurrency: 16, maxPoolSize: 18, noHandleSignals: true };
  const runner = await run({ ...settings, taskList: { run: done } });
  const endedAt = await finished;
  await runner.stop();
  return { done: count, seconds: (endedAt - startedAt) / 1000 };
}

await serve({ start, drain, close: () => utils.release() });
