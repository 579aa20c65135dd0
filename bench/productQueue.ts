// The queue of the product, and of the hand-written server, which answers the same requests.
import type { Claimed, Queue } from "./claims";
import type { Filled } from "./fill";
import { postJson } from "./postJson";

interface Service extends Pick<Filled, "workflowId"> {
  url: string;
  apiKey: string;
  callbackSecret: string;
}

export function productQueue({ url, apiKey, callbackSecret, workflowId }: Service): Queue {
  const call = async (operation: string, args: object): Promise<unknown> => {
    const answer = await postJson(`${url}/job/callback`, { operation, args }, callbackSecret);
    return (answer as { result: unknown }).result;
  };
  return {
    start: async () => {
      const answer = await postJson(`${url}/api/v1/runs/start`, { workflowId, prompt: "Build it." }, apiKey);
      return (answer as { data: { id: string } }).data.id;
    },
    claim: async (runnerId, waitMs): Promise<Claimed | null> => {
      const job = (await call("job.claim", { runnerId, waitMs })) as { id: string; runId: string } | null;
      return job === null ? null : { jobId: job.id, runId: job.runId };
    },
    complete: async ({ jobId }, runnerId) => void (await call("job.complete", { jobId, runnerId })),
  };
}
