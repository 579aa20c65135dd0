// What a user would choose instead of the product.
import { claimingQueued, fillQueue } from "../claims";
import type { Claimed, Queue } from "../claims";
import type { LoadTarget } from "../load";
import { postJson } from "../postJson";
import type { Contestant, Sample } from "../rounds";
import { launch } from "../servers";
import { usageOfTree } from "../usage";
import type { Database } from "./databases";

export interface Peer extends Pick<Contestant, "name" | "usage"> {
  start: LoadTarget;
  /** Claims and completes what was started. */
  claims: Pick<Contestant, "prepare" | "measure">;
  targets: Targets;
}

/** The ratios to the peer that the engine should reach. */
interface Targets {
  start?: number;
  claims?: number;
}

export interface PeerPlan {
  name: string;
  /** The server's module in this folder. */
  module: string;
  database: "postgres" | "redis";
  /** Whether jobs are claimed over HTTP. Otherwise the peer's own workers run them. */
  claimed: "over HTTP" | "by its own workers";
  targets: Targets;
}

export async function startPeer(plan: PeerPlan, database: Database, packages: string): Promise<Peer> {
  const { name, module, claimed, targets } = plan;
  const command = ["node", `${packages}/${module}`];
  const server = await launch(command, /\}\n/, { environment: { DATABASE_URL: database.url }, directory: packages });
  const { url } = JSON.parse(server.output) as { url: string };
  const queue = queueAt(url);
  return {
    name,
    targets,
    usage: () => {
      const [own, ofDatabase] = [usageOfTree(server.id), usageOfTree(database.id)];
      return {
        residentMegabytes: own.residentMegabytes + ofDatabase.residentMegabytes,
        cpuSeconds: own.cpuSeconds + ofDatabase.cpuSeconds,
      };
    },
    start: {
      url: `${url}/start`,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(run),
      mustInclude: '"id"',
    },
    claims: claimed === "over HTTP" ? claimingQueued(queue) : drainingAt(url, queue),
  };
}

const run = { workflowId: "wf_build", prompt: "Build it." };

function queueAt(url: string): Queue {
  return {
    start: async () => ((await postJson(`${url}/start`, run)) as { id: string }).id,
    claim: async (runnerId) => {
      const { claimed } = (await postJson(`${url}/claim`, { runnerId })) as { claimed: Claimed | null };
      return claimed;
    },
    complete: async ({ jobId }, runnerId) => void (await postJson(`${url}/complete`, { jobId, runnerId })),
  };
}

function drainingAt(url: string, queue: Queue): Peer["claims"] {
  const drain = async () => (await postJson(`${url}/drain`, {})) as Pick<Sample, "done" | "seconds">;
  return {
    prepare: async (seconds) => {
      await drain();
      await fillQueue(queue, seconds);
    },
    measure: async () => ({ ...(await drain()), p50Ms: Number.NaN, p99Ms: Number.NaN }),
  };
}
