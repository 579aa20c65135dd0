// Helpers for tests of sprint chains and of work chains.
import { dataOf } from "./fixtures";
import type { Client, Runner } from "./fixtures";

export function watchChains(kind: "sprintChain" | "workChain", api: Client, job: Runner) {
  const field = `${kind}Id`;
  return {
    /** Claims the chain's next job. Returns null when there is none. */
    claimed: async (id: string): Promise<{ id: string } | null> => {
      const claim = { runnerId: "r", kinds: [`${kind}.execute`], leaseMs: 900_000 };
      for (;;) {
        const found = await job.call("job.claim", claim);
        if (found === null || found[field] === id) return found;
      }
    },
    /** Returns the types of the notifications that name a chain. */
    news: async (): Promise<string[]> => {
      const sent: Record<string, string | undefined>[] = await dataOf(api.get("/notifications"));
      return sent.flatMap(({ type = "", [field]: chainId }) => (chainId === undefined ? [] : [type]));
    },
  };
}
